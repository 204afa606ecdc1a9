import { type RenderedMarkdown, renderAsSource } from '#app/markdown/render-markdown.ts';
import { orInstead, runInThread } from '#app/threads/run-in-thread.ts';

/** Renders a text for a page that is not stored. What cannot be rendered within its budget is shown as its source. */
export async function renderText(person: string, source: string): Promise<RenderedMarkdown> {
  return orInstead(runInThread(person, 'render', source), () => renderAsSource(source));
}
