// LangGraph.js with its SQLite checkpointer: a graph of 20 nodes in a row.
import { join } from 'node:path';
import { Annotation, StateGraph } from '@langchain/langgraph';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import { folder, measure, OUTPUT, STEPS } from './chain.ts';

const saver = SqliteSaver.fromConnString(join(folder(), 'langgraph.db'));
const State = Annotation.Root({ text: Annotation<string>() });
// biome-ignore lint/suspicious/noExplicitAny: the builder's type changes with every node that a loop adds
let builder: any = new StateGraph(State);
for (let step = 0; step < STEPS; step++) builder = builder.addNode(`n${step}`, () => ({ text: OUTPUT }));
builder = builder.addEdge('__start__', 'n0');
for (let step = 1; step < STEPS; step++) builder = builder.addEdge(`n${step - 1}`, `n${step}`);
const chain = builder.addEdge(`n${STEPS - 1}`, '__end__').compile({ checkpointer: saver });
let thread = 0;
await measure(20, async () => {
  await chain.invoke({ text: 'do it' }, { configurable: { thread_id: `t${thread++}` }, recursionLimit: 100 });
});
