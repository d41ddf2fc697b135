import { describe, expect, it } from 'vitest';
import { PolityError } from '#lib';
import { TOPOLOGY_KINDS } from '#topology';
import { ARM, armToJson } from './arm-json.ts';
import { type ArmSources, parseArms } from './parse-arms.ts';

const FILES: Readonly<Record<string, string>> = {
  './my.yaml': 'version: 1\nkind: pipeline\nnodes: [planner, coder, reviewer]\n',
  'graphs/debate.json': '{"version":1,"template":"debate","size":5,"parameters":{"rounds":3}}',
  './bad.yaml': 'version: 1\nkind: pipelin\nnodes: [a, b]\n',
  './market.yaml': 'version: 1\ntemplate: market\n',
};

const sources: ArmSources = {
  kinds: ['pipeline', 'swarm', 'mesh', 'debate'],
  readFile: (path) => {
    const text = FILES[path];
    if (text === undefined) throw new PolityError('file.not_found', `no file ${path}`);
    return text;
  },
};
const names = (text?: string) => parseArms(text, sources).map((arm) => arm.name);
const failure = (text: string): string => {
  try {
    parseArms(text, sources);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'no error';
};

describe('parseArms', () => {
  it('offers the controls and every kind that can run when none or all are asked for', () => {
    expect(names()).toEqual(['single', 'self_consistency:5', 'pipeline', 'swarm', 'mesh', 'debate']);
    expect(names('all')).toEqual(names());
    expect(names('all,./my.yaml')).toHaveLength(7);
  });

  it('runs exactly the arms that are listed', () => {
    expect(names('swarm, mesh')).toEqual(['swarm', 'mesh']);
  });

  it('reads controls, parameters and files', () => {
    const arms = parseArms('single:ada,self_consistency,self_consistency:3,mesh:stop=rounds+max_rounds=5,./my.yaml,graphs/debate.json', sources);
    expect(arms.slice(0, 4)).toEqual([
      { name: 'single:ada', kind: 'control', control: 'single', agent: 'ada' },
      { name: 'self_consistency', kind: 'control', control: 'self_consistency', samples: 5 },
      { name: 'self_consistency:3', kind: 'control', control: 'self_consistency', samples: 3 },
      { name: 'mesh:stop=rounds+max_rounds=5', kind: 'topology', source: 'mesh', parameters: { stop: 'rounds', max_rounds: 5 } },
    ]);
    expect(arms[4]).toMatchObject({ source: { file: './my.yaml', spec: { graph: { kind: 'pipeline' } } } });
    expect(arms[5]).toMatchObject({ source: { spec: { template: { kind: 'debate', size: 5, parameters: { rounds: 3 } } } } });
  });

  it('lists every wrong arm in one error, with the nearest name', () => {
    const message = failure(
      'swam,mesh:stop=never+laps=2,self_consistency:0,single:,market,matched:swarm,./bad.yaml,./none.yaml,./market.yaml,debate,debate,mesh:stop',
    );
    expect(message).toMatch(/no arm has this name \(found "swam".*did you mean "swarm"/);
    expect(message).toMatch(/parameters\.stop: not one of the choices \(found "never"/);
    expect(message).toMatch(/parameters\.laps/);
    expect(message).toMatch(/not a number of samples \(found "self_consistency:0"/);
    expect(message).toMatch(/no agent is named after the colon/);
    expect(message).toMatch(/not among those that can be used here \(found "market"/);
    expect(message).toMatch(/"swarm" is not among the arms, so that there are no tokens to match: list it, too \(found "matched:swarm"/);
    expect(message).toMatch(/\.\/bad\.yaml:2.*did you mean "pipeline"/);
    expect(message).toMatch(/no file \.\/none\.yaml/);
    expect(message).toMatch(/\.\/market\.yaml: declares a kind/);
    expect(message).toMatch(/listed twice \(found "debate"/);
    expect(message).toMatch(/not of the form key=value \(found "mesh:stop"/);
  });

  it('puts matched controls behind all others, each with the arm that it matches', () => {
    const arms = parseArms('matched:mesh:stop=rounds,matched:swarm,swarm,mesh:stop=rounds,single', sources);
    expect(arms.map(({ name }) => name)).toEqual(['swarm', 'mesh:stop=rounds', 'single', 'matched:mesh:stop=rounds', 'matched:swarm']);
    expect(arms[3]).toEqual({ name: 'matched:mesh:stop=rounds', kind: 'control', control: 'matched', matches: 'mesh:stop=rounds' });
    expect(arms.map((arm) => ARM.parse(JSON.parse(JSON.stringify(armToJson(arm)))))).toEqual(arms);
    expect(parseArms('./my.yaml,matched:./my.yaml', sources)[1]).toEqual({
      name: 'matched:./my.yaml',
      kind: 'control',
      control: 'matched',
      matches: './my.yaml',
    });
    for (const wrong of ['matched', 'matched:', 'single,matched:single', 'swarm,matched:swarm,matched:matched:swarm'])
      expect(failure(wrong)).toMatch(/names no organisation whose tokens are to be matched.*matched:ARM/);
  });

  it('refuses an empty list', () => {
    expect(failure(' , ')).toMatch(/no arm is listed/);
  });

  it('stores arms so that they read back the same without their files', () => {
    const arms = [
      ...parseArms('single:ada,self_consistency:3,mesh:stop=rounds,./my.yaml,graphs/debate.json', sources),
      ...parseArms('all', { ...sources, kinds: TOPOLOGY_KINDS }),
    ];
    for (const arm of arms) expect(ARM.parse(JSON.parse(JSON.stringify(armToJson(arm))))).toEqual(arm);
  });
});
