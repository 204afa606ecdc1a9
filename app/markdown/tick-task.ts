import { workOn } from '#app/markdown/bounded-work.ts';
import { bodyOf, parseMarkdown } from '#app/markdown/parse/parse-markdown.ts';
import { SourceLines } from '#app/markdown/parse/source-lines.ts';
import { type Task, taskOf } from '#app/markdown/parse/task-marks.ts';

/** `at` is the offset of the character between the brackets; null if it is not verbatim in the source. */
type PlacedTask = Task & { at: number | null };

/**
 * Checks or unchecks the task with this number (from 0); every other byte stays the same. Returns null if there is no
 * such task.
 */
export function tickTask(source: string, index: number, checked: boolean): string | null {
  const task = tasksOf(source)[index];
  if (!task || task.at === null) return null;
  if (task.checked === checked) return source;
  return source.slice(0, task.at) + (checked ? 'x' : ' ') + source.slice(task.at + 1);
}

/** Returns the text after each task's box, up to the end of the line, in numeric order. */
export function listTasks(source: string): string[] {
  return tasksOf(source).map(({ words }) => words.trim());
}

/** Returns all tasks, so that their numbers match the page. */
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
