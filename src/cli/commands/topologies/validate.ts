import { formatProblem, type Problem, toPolityError } from '#lib';
import type { CommandContext } from '../../context.ts';
import { styles, toJson } from '../../output.ts';
import { sourceName } from '../../text-file.ts';
import { checkSources, readTopology } from './read-topology.ts';

type Verdict =
  | { readonly file: string; readonly valid: true; readonly kind: string | null; readonly nodes: number; readonly edges: number }
  | { readonly file: string; readonly valid: false; readonly code: string; readonly problems: readonly Problem[] };

/** `polity topologies validate FILE…`: exit code 1 when any file is not valid; every problem of every file is listed. */
export async function validateCommand(paths: readonly string[], context: CommandContext): Promise<number> {
  checkSources(paths);
  const verdicts: Verdict[] = [];
  for (const path of paths) verdicts.push(await judge(path));
  const valid = verdicts.every((verdict) => verdict.valid);
  context.result(toJson({ valid, files: verdicts }), () => verdicts.map((verdict) => humanVerdict(verdict, context.color)).join('\n'));
  return valid ? 0 : 1;
}

async function judge(path: string): Promise<Verdict> {
  const file = sourceName(path);
  try {
    const { kind, nodes, edges } = await readTopology(path, { validate: true });
    return { file, valid: true, kind, nodes: nodes.length, edges: edges.length };
  } catch (thrown) {
    const error = toPolityError(thrown);
    if (error.code === 'internal') throw thrown;
    const listed = error.details.problems;
    const problems: readonly Problem[] = Array.isArray(listed) ? listed : [{ message: error.message }];
    return { file, valid: false, code: error.code, problems };
  }
}

function humanVerdict(verdict: Verdict, color: boolean): string {
  const { green, red } = styles(color);
  if (verdict.valid) {
    const nodes = `${verdict.nodes} ${verdict.nodes === 1 ? 'node' : 'nodes'}`;
    const edges = `${verdict.edges} ${verdict.edges === 1 ? 'edge' : 'edges'}`;
    return `${green('ok')}       ${verdict.file} (${verdict.kind ?? 'no kind declared'}, ${nodes}, ${edges})`;
  }
  const count = `${verdict.problems.length} ${verdict.problems.length === 1 ? 'problem' : 'problems'}`;
  return [`${red('invalid')}  ${verdict.file} (${count})`, ...verdict.problems.map((problem) => `  ${formatProblem(problem)}`)].join('\n');
}
