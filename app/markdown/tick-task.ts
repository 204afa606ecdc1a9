import { workOn } from '#app/markdown/bounded-work.ts';
import { bodyOf, parseMarkdown } from '#app/markdown/parse/parse-markdown.ts';
import { SourceLines } from '#app/markdown/parse/source-lines.ts';
import { type Task, taskOf } from '#app/markdown/parse/task-marks.ts';

type PlacedTask = Task & { at: number };

/** Ticks or clears the task with this number, from 0, and changes not one byte besides. Null: there is no such task. */
export function tickTask(source: string, index: number, checked: boolean): string | null {
  const task = tasksOf(source)[index];
  if (!task) return null;
  if (task.checked === checked) return source;
  return source.slice(0, task.at) + (checked ? 'x' : ' ') + source.slice(task.at + 1);
}

/** What stands behind the box of each task, up to the end of its line, in the order of their numbers. */
export function listTasks(source: string): string[] {
  return tasksOf(source).map(({ words }) => words.trim());
}

/** With the offset of the sign between the brackets. */
function tasksOf(source: string): PlacedTask[] {
  const found = workOn(source, () => {
    const tokens = parseMarkdown(bodyOf(source).body);
    const lines = new SourceLines(source);
    return tokens.flatMap((token) => placed(taskOf(token), lines, source));
  });
  return found ?? [];
}

function placed(task: Task | undefined, lines: SourceLines, source: string): PlacedTask[] {
  const words = task && lines.find(task.words, task.line);
  return words == null ? [] : [{ ...task!, at: source.lastIndexOf(']', words) - 1 }];
}
