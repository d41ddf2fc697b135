import { nearestName } from '#lib';

/** Characters compared in all for hints of one document (edit distance is quadratic in the names, and names can be many). */
const WORK_LIMIT = 50_000_000;

/** A nearest-name search over many candidates that stops giving hints when its budget of work is used up. */
export function createNearest(candidates: Iterable<string>): (found: string) => string | undefined {
  const names = [...candidates];
  const totalLength = names.reduce((sum, name) => sum + name.length, 0);
  let work = 0;
  return (found) => {
    work += (found.length + 1) * (totalLength + 1);
    return work > WORK_LIMIT ? undefined : nearestName(found, names);
  };
}
