const ITEM = /^ {0,3}(?:\d{1,4}[.)]|[-*•])[ \t]+(?=\S)/;

/**
 * The parts of a task that can be done apart, in their order, as they stand in it; one part (the whole text) when it does not fall into any.
 * Two layouts count: a text that ends with a list of at least two numbered or bulleted items (lines that are indented or stand under an item
 * belong to it), and at least two questions separated by blank lines. Anything else is one task: to split a text wrongly destroys it,
 * and not to split it only costs time. So a list of choices below a question, and a list of facts above one, are no parts. Linear.
 */
export function splitParts(text: string): readonly string[] {
  const items = listAtEnd(text);
  if (items.length > 1) return items;
  const blocks = text
    .split(/\n[ \t]*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '');
  return blocks.length > 1 && blocks.every((block) => block.endsWith('?')) ? blocks : [text];
}

function listAtEnd(text: string): readonly string[] {
  const items: string[] = [];
  const before: string[] = [];
  let blank = false;
  for (const line of text.split('\n')) {
    if (ITEM.test(line)) items.push(line.trim());
    else if (line.trim() === '') {
      blank = true;
      continue;
    } else if (items.length === 0) before.push(line.trim());
    // A paragraph of its own below the list: the list does not end the text.
    else if (blank && !/^\s/.test(line)) return [];
    else items.push(`${items.pop() ?? ''}\n${line.trim()}`);
    blank = false;
  }
  // Items below a question are what one may answer, not what is asked.
  return before.at(-1)?.endsWith('?') === true ? [] : items;
}
