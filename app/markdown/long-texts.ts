import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type RenderedMarkdown, renderAsSource, renderMarkdown } from '#app/markdown/render-markdown.ts';
import { onSideThread } from '#app/markdown/side-thread.ts';
import { listTasks, tickTask } from '#app/markdown/tick-task.ts';
import { log } from '#app/observability/log.ts';

/** In UTF-16 units. Shorter texts cost less here than on their way to another thread, whatever is in them. */
const LONG = 24 * 1024;

/** As many texts as take longer to render than the thread to start. */
const MANY = 20;

/** Renders a text; a long one in a thread of its own. Never throws: what cannot be rendered is shown as its source. */
export async function renderText(source: string): Promise<RenderedMarkdown> {
  if (source.length <= LONG) return renderMarkdown(source);
  return onSideThread('render', source).catch(instead('render', () => renderAsSource(source)));
}

/**
 * Renders many texts, in the thread as soon as they are worth the way there, so that this one does something else meanwhile.
 * Never throws, as `renderText`.
 */
export async function renderTexts(sources: string[]): Promise<RenderedMarkdown[]> {
  if (sources.length < MANY) return renderOneByOne(sources);
  return onSideThread('renderAll', sources).catch(instead('renderAll', () => renderOneByOne(sources)));
}

async function renderOneByOne(sources: string[]): Promise<RenderedMarkdown[]> {
  const rendered: RenderedMarkdown[] = [];
  for (const source of sources) {
    rendered.push(await renderText(source));
    // Nobody waits for more than one text.
    await yieldToOthers();
  }
  return rendered;
}

/** `tickTask` for texts of any length; null too where the thread gave up. */
export async function tickTaskIn(source: string, index: number, checked: boolean): Promise<string | null> {
  if (source.length <= LONG) return tickTask(source, index, checked);
  return onSideThread('tick', source, index, checked).catch(instead('tick', () => null));
}

/** `listTasks` for texts of any length; none where the thread gave up. */
export async function listTasksIn(source: string): Promise<string[]> {
  if (source.length <= LONG) return listTasks(source);
  return onSideThread('tasks', source).catch(instead('tasks', (): string[] => []));
}

/** What is done where the thread gave up, said in the log: the reader gets a page all the same. */
function instead<Result>(job: string, make: () => Result): (error: unknown) => Result {
  return (error) => {
    log.warn({ event: 'long-text-given-up', job, error }, 'a long text was given up');
    return make();
  };
}
