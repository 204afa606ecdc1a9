import type { MarkdownIt, StateCore, Token } from 'markdown-it';

/** Task mark at the start of an item; requires text after it. */
const MARK = /^\[([ \tx])\](?=\n|[ \t]+\S)/i;
const PARAGRAPH_AND_TEXT = 2;

/** `line` is the line of the mark in the parsed text, from 0; `words` is the text after the mark in that line. */
export type Task = { checked: boolean; line: number; words: string };

/** Moves the task mark from the text to its item, before `[x]` can be parsed as a link. */
function takeMarks({ tokens }: StateCore): void {
  for (const [at, item] of tokens.entries()) {
    if (item.type !== 'list_item_open' || tokens[at + 1]?.type !== 'paragraph_open') continue;
    const text = tokens[at + PARAGRAPH_AND_TEXT]!;
    const mark = MARK.exec(text.content);
    if (!mark) continue;
    text.content = text.content.slice(mark[0].length);
    const words = text.content.split('\n', 1)[0]!.trimStart();
    item.meta = { task: { checked: /x/i.test(mark[1]!), line: text.map![0], words } satisfies Task };
  }
}

/** Parser plugin. Read its result with `taskOf`. */
export function taskMarks(parser: MarkdownIt): void {
  parser.core.ruler.after('block', 'task_marks', takeMarks);
}

/** Returns the task of a list item, if it is one. */
export function taskOf(item: Token): Task | undefined {
  return item.meta?.task as Task | undefined;
}
