import { describe } from 'vitest';
import { stillClock, storeCases } from '../store/testing/store-cases.ts';
import { MemoryStore } from './memory-store.ts';

describe('MemoryStore', () => {
  storeCases(async () => new MemoryStore({ clock: stillClock }));
});
