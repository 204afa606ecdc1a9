import type { Actor } from '#app/services/actor.ts';
import type { PagePart } from '#app/services/documents/compare-rendered.ts';
import { renderText } from '#app/services/documents/render-text.ts';
import { orFallback, runInThread } from '#app/threads/run-in-thread.ts';

/** Renders a text as sanitised HTML, like its page. */
export const pageOf = async (actor: Actor, text: string): Promise<string> => (await renderText(actor.id, text)).html;

/** Compares two texts as rendered, block by block; null if they are too long. */
export function comparePages(actor: Actor, before: string, after: string): Promise<PagePart[] | null> {
  return orFallback(runInThread(actor.id, 'compareRendered', before, after), () => null);
}
