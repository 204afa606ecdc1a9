import type { MarkdownIt, StateCore, Token } from 'markdown-it';

/** At the beginning of an item; something must follow, or it is no task. */
const MARK = /^\[([ \tx])\](?=\n|[ \t]+\S)/i;
const PARAGRAPH_AND_TEXT = 2;

/** `line`: the one with the mark, from 0, in what was parsed. `words`: what follows the mark on it. */
export type Task = { checked: boolean; line: number; words: string };

/** Before the text is read, where `[x]` could be a link: takes the mark of a task out of it and notes it at its item. */
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

/** Plugin for the parser; read the result with `taskOf`. */
export function taskMarks(parser: MarkdownIt): void {
  parser.core.ruler.after('block', 'task_marks', takeMarks);
}

/** The task that the item of a list is, if it is one. */
export function taskOf(item: Token): Task | undefined {
  return item.meta?.task as Task | undefined;
}
