import { freezeGraph, template } from '#topology';
import type { BoundTopology } from '../binding.ts';
import { bindEach, freeText } from '../testing/harness.ts';
import { patternCases } from '../testing/pattern-cases.ts';
import { selfConsistency, single } from './controls.ts';
import { patternOf as of } from './registry.ts';
import { attemptNodes } from './swarm.ts';

const oneAgent = (parameters: Record<string, number> = {}): BoundTopology =>
  bindEach(freezeGraph({ kind: null, nodes: [{ id: 'agent', role: 'agent' }], edges: [] }), parameters);

patternCases({ name: 'single', pattern: single, sizes: [1], make: () => oneAgent(), cap: () => 1, onFailure: () => 'fails' });

patternCases({
  name: 'self_consistency',
  pattern: selfConsistency,
  sizes: [1, 4],
  make: (samples) => oneAgent({ samples }),
  cap: ({ parameters }) => Number(parameters.samples),
  onFailure: () => 'fails',
});

patternCases({
  name: 'swarm with a vote',
  pattern: of('swarm'),
  sizes: [2, 5],
  make: (size) => bindEach(template('swarm', size)),
  cap: ({ graph }) => attemptNodes(graph).length,
  onFailure: ({ graph }) => (attemptNodes(graph).length === 1 ? 'fails' : 'goes on'),
});

patternCases({
  name: 'swarm with an aggregator',
  pattern: of('swarm'),
  sizes: [3, 5],
  make: (size) => bindEach(template('swarm', size)),
  scorer: freeText,
  cap: ({ nodes }) => nodes.length,
  onFailure: (_, node) => (node === 'aggregator' ? 'fails' : 'goes on'),
});

patternCases({
  name: 'mesh',
  pattern: of('mesh'),
  sizes: [2, 4],
  make: (size) => bindEach(template('mesh', size)),
  cap: ({ nodes, parameters }) => nodes.length * Number(parameters.max_rounds),
  onFailure: () => 'goes on',
});

patternCases({
  name: 'mesh as a ring of neighbours, written by hand',
  pattern: of('mesh'),
  sizes: [5],
  make: (size) => {
    const nodes = Array.from({ length: size }, (_, index) => ({ id: `m/${index}`, role: 'peer' }));
    const edges = nodes.map((node, index) => ({ from: node.id, to: nodes[(index + 1) % size]?.id ?? '' }));
    return bindEach(freezeGraph({ kind: 'mesh', nodes, edges }), { stop: 'rounds', max_rounds: 2 });
  },
  cap: ({ nodes }) => nodes.length * 2,
  onFailure: () => 'goes on',
});

patternCases({
  name: 'pipeline',
  pattern: of('pipeline'),
  sizes: [2, 4],
  make: (size) => bindEach(template('pipeline', size)),
  cap: ({ nodes }) => nodes.length,
  onFailure: () => 'fails',
});

patternCases({
  name: 'pipeline as a DAG',
  pattern: of('pipeline'),
  sizes: [3, 5],
  // first → every middle stage → last
  make: (size) => {
    const ids = Array.from({ length: size }, (_, index) => `stage ${index}`);
    const middle = ids.slice(1, -1);
    const edges = middle.flatMap((id) => [
      { from: ids[0] ?? '', to: id, kind: 'pipes_to' as const },
      { from: id, to: ids.at(-1) ?? '', kind: 'pipes_to' as const },
    ]);
    return bindEach(freezeGraph({ kind: 'pipeline', nodes: ids.map((id) => ({ id, role: 'stage' })), edges }));
  },
  cap: ({ nodes }) => nodes.length,
  onFailure: () => 'fails',
});

patternCases({
  name: 'debate',
  pattern: of('debate'),
  sizes: [3, 4],
  make: (size) => bindEach(template('debate', size)),
  cap: ({ nodes, parameters }) => (nodes.length - 1) * Number(parameters.rounds) + 1,
  onFailure: (_, node) => (node === 'judge' ? 'fails' : 'goes on'),
});
