import type { Actor } from '#app/services/actor.ts';
import type { PagePart } from '#app/services/documents/compare-blocks.ts';
import { renderText } from '#app/services/documents/render-text.ts';
import { orInstead, runInThread } from '#app/threads/run-in-thread.ts';

/** Beyond this much HTML only the source is compared. */
const HTML_MAX = 400_000;

/** Renders a text as its page shows it: sanitised HTML. */
export const pageOf = async (actor: Actor, text: string): Promise<string> => (await renderText(actor.id, text)).html;

/** Compares two texts as the page shows them, block by block; null for texts too long for it. */
export async function comparePages(actor: Actor, before: string, after: string): Promise<PagePart[] | null> {
  const [old, now] = await Promise.all([pageOf(actor, before), pageOf(actor, after)]);
  if (old.length + now.length > HTML_MAX) return null;
  return orInstead<PagePart[] | null>(runInThread(actor.id, 'compareBlocks', old, now), () => null);
}
