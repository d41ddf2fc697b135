// One task over three topologies, with the controls beside them, on the simulated model.
// Run it: npx tsx --conditions=polity-src examples/topology-bench.ts
import { compare, renderTerminal } from 'polity';

const task = {
  id: 'bat-and-ball',
  input: 'A bat and a ball cost $1.10. The bat costs $1.00 more than the ball. What does the ball cost, in dollars?',
  target: '0.05',
  scorer: 'numeric',
};

const { report } = await compare({
  tasks: JSON.stringify(task),
  arms: ['single', 'self_consistency:5', 'swarm', 'mesh', 'debate'],
  model: 'simulated',
  seeds: 20,
});
console.log(renderTerminal(report));
