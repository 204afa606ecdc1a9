import type { Root } from 'mdast';
import { workOn } from '#app/markdown/bounded-work.ts';
import { parseMarkdown } from '#app/markdown/parse-markdown.ts';
import { tasksIn } from '#app/markdown/task-marks.ts';
import { isTooLarge } from '#app/markdown/tree-limits.ts';

const BYTE_ORDER_MARK = '\uFEFF';
const MARK_AND_BRACKET = 2;

/** Ticks or clears the task with this number, from 0, and changes not one byte besides. Null: there is no such task. */
export function tickTask(source: string, index: number, checked: boolean): string | null {
  const task = workOn(source, () => tasksOf(source)[index] ?? null);
  if (task === null) return null;
  if (task.item.checked === checked) return source;
  return source.slice(0, task.at) + (checked ? 'x' : ' ') + source.slice(task.at + 1);
}

/** What stands behind the box of each task, up to the end of its line, in the order of their numbers. */
export function listTasks(source: string): string[] {
  const tasks = workOn(source, () => tasksOf(source));
  return (tasks ?? []).map(({ at }) => {
    const end = source.indexOf('\n', at);
    return source.slice(at + MARK_AND_BRACKET, end === -1 ? undefined : end).trim();
  });
}

function tasksOf(source: string): ReturnType<typeof tasksIn> {
  const tree: Root = parseMarkdown(source);
  if (isTooLarge(tree)) return [];
  // The parser drops a byte order mark and counts from behind it.
  const shift = source.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  return tasksIn(tree).map(({ item, at }) => ({ item, at: at + shift }));
}
