import { type RenderedMarkdown, renderAsSource, renderMarkdown } from '#app/markdown/render-markdown.ts';
import { onSideThread } from '#app/markdown/side-thread.ts';
import { listTasks, tickTask } from '#app/markdown/tick-task.ts';

/** In UTF-16 units. Shorter texts cost less here than on their way to another thread, whatever is in them. */
const LONG = 12 * 1024;

/** Renders a text; a long one in a thread of its own. Never throws: what cannot be rendered is shown as its source. */
export async function renderText(source: string): Promise<RenderedMarkdown> {
  if (source.length <= LONG) return renderMarkdown(source);
  return onSideThread('render', source).catch(() => renderAsSource(source));
}

/** `tickTask` for texts of any length. */
export async function tickTaskIn(source: string, index: number, checked: boolean): Promise<string | null> {
  if (source.length <= LONG) return tickTask(source, index, checked);
  return onSideThread('tick', source, index, checked).catch(() => null);
}

/** `listTasks` for texts of any length. */
export async function listTasksIn(source: string): Promise<string[]> {
  if (source.length <= LONG) return listTasks(source);
  return onSideThread('tasks', source).catch(() => []);
}
