import { type RenderedMarkdown, renderAsSource } from '#app/markdown/render-markdown.ts';
import { orFallback, runInThread } from '#app/threads/run-in-thread.ts';

/** Renders a text for a page without storing it. Falls back to the source if rendering exceeds the budget. */
export async function renderText(person: string, source: string): Promise<RenderedMarkdown> {
  return orFallback(runInThread(person, 'render', source), () => renderAsSource(source));
}
