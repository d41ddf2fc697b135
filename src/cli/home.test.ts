import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolveHome } from './home.ts';

describe('the home', () => {
  it.each([
    [undefined, join(homedir(), '.polity')],
    ['', join(homedir(), '.polity')],
    ['  ', join(homedir(), '.polity')],
    ['/srv/polity', '/srv/polity'],
    ['here', resolve('here')],
    ['~/p', join(homedir(), 'p')],
    ['~', homedir()],
  ])('POLITY_HOME=%s is %s', (given, expected) => {
    expect(resolveHome({ POLITY_HOME: given })).toBe(expected);
  });
});
