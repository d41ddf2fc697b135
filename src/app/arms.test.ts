import { describe, expect, it } from 'vitest';
import { parseArms } from '#experiment';
import { answeringNodes, bindTopology } from '#orchestrator';
import { MINIMUM_SIZE, resolveParameters, TOPOLOGY_KINDS, template } from '#topology';
import { bindArm, staffedKinds } from './arms.ts';

const roster = (n: number) => Array.from({ length: n }, (_, index) => ({ id: `worker-${index}`, skills: [], model: null }));
const arm = (text: string) => {
  const [first] = parseArms(text, { kinds: TOPOLOGY_KINDS, readFile: () => '' });
  if (first === undefined) throw new Error(`no arm ${text}`);
  return first;
};

describe('bindArm', () => {
  it('binds one roster unchanged to the templates of all twelve kinds', () => {
    const workers = roster(5);
    for (const kind of TOPOLOGY_KINDS) {
      const graph = template(kind, Math.max(5, MINIMUM_SIZE[kind]));
      const bound = bindTopology(graph, workers, { answering: answeringNodes(kind, graph), parameters: resolveParameters(graph) });
      expect(
        bound.nodes.map((node) => bound.agent(node).id).every((id) => workers.some((worker) => worker.id === id)),
        kind,
      ).toBe(true);
    }
  });

  it('gives a template as many answering nodes as there are agents, each its own agent', () => {
    for (const kind of TOPOLOGY_KINDS) {
      const { topology } = bindArm(arm(kind), roster(6));
      const answering = answeringNodes(kind, topology.graph);
      const bound = new Set(answering.map((node) => topology.agent(node).id));
      expect([kind, answering.length, bound.size]).toEqual([kind, 6, 6]);
    }
  });

  it('refuses a roster that is too small for the kind and says what is needed', () => {
    expect(() => bindArm(arm('debate'), roster(2))).toThrow(/at least 3 agents, and there are 2/);
  });

  it('binds a control to the agent it names, and refuses one that does not exist', () => {
    const { topology } = bindArm(arm('single:worker-3'), roster(5));
    expect(topology.agent('agent').id).toBe('worker-3');
    expect(() => bindArm(arm('single:nobody'), roster(2))).toThrow(/not in the roster \(worker-0, worker-1\)/);
  });

  it('lets parameters of an arm reach the protocol', () => {
    expect(bindArm(arm('mesh:stop=rounds+max_rounds=2'), roster(3)).topology.parameters).toMatchObject({ stop: 'rounds', max_rounds: 2 });
    expect(bindArm(arm('self_consistency:7'), roster(3)).topology.parameters).toMatchObject({ samples: 7 });
  });
});

describe('staffedKinds', () => {
  it('is every kind that binds to a roster of that size, and no other', () => {
    for (const agents of [1, 2, 3, 4, 5]) {
      const binds = TOPOLOGY_KINDS.filter((kind) => {
        try {
          return bindArm(arm(kind), roster(agents)).kind === kind;
        } catch {
          return false;
        }
      });
      expect([agents, staffedKinds(agents)]).toEqual([agents, binds]);
    }
  });
});
