import { workOn } from '#app/markdown/bounded-work.ts';
import { bodyOf, parseMarkdown } from '#app/markdown/parse/parse-markdown.ts';
import { SourceLines } from '#app/markdown/parse/source-lines.ts';
import { type Task, taskOf } from '#app/markdown/parse/task-marks.ts';

/** `at`: the offset of the sign between the brackets; null where the source does not show it as it was read. */
type PlacedTask = Task & { at: number | null };

/** Ticks or clears the task with this number, from 0, and changes not one byte besides. Null: there is no such task. */
export function tickTask(source: string, index: number, checked: boolean): string | null {
  const task = tasksOf(source)[index];
  if (!task || task.at === null) return null;
  if (task.checked === checked) return source;
  return source.slice(0, task.at) + (checked ? 'x' : ' ') + source.slice(task.at + 1);
}

/** What stands behind the box of each task, up to the end of its line, in the order of their numbers. */
export function listTasks(source: string): string[] {
  return tasksOf(source).map(({ words }) => words.trim());
}

/** All of them, so that their numbers are those of the page. */
function tasksOf(source: string): PlacedTask[] {
  const found = workOn(() => {
    const tasks = parseMarkdown(bodyOf(source).body).flatMap((token) => taskOf(token) ?? []);
    const lines = new SourceLines(source);
    return tasks.map((task) => ({ ...task, at: markOf(task, lines, source) }));
  });
  return found ?? [];
}

function markOf({ words, line }: Task, lines: SourceLines, source: string): number | null {
  const behind = lines.find(words, line);
  return behind === null ? null : source.lastIndexOf(']', behind) - 1;
}
