/**
 * Every subset of `items` that holds with each item all that it needs, at most `limit` of them: evenly taken, the empty and the whole one
 * always among them. `items` come after what they need.
 */
export function downSets<Item>(
  items: readonly Item[],
  needs: (item: Item) => ReadonlySet<string>,
  keyOf: (item: Item) => string,
  limit: number,
): readonly (readonly Item[])[] {
  const found: Item[][] = [];
  // Far more than `limit` are listed before they are thinned out; a wave of twenty has a million.
  const most = limit * 50;
  const extend = (next: number, kept: readonly Item[], keys: ReadonlySet<string>): void => {
    if (found.length >= most) return;
    const item = items[next];
    if (item === undefined) {
      found.push([...kept]);
      return;
    }
    if ([...needs(item)].every((key) => keys.has(key))) extend(next + 1, [...kept, item], new Set([...keys, keyOf(item)]));
    extend(next + 1, kept, keys);
  };
  extend(0, [], new Set());
  const step = Math.max(1, Math.ceil(found.length / limit));
  return [...found.filter((_, index) => index % step === 0), []];
}
