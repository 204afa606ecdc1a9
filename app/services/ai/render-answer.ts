import type { Actor } from '#app/services/actor.ts';
import { renderText } from '#app/services/documents/render-text.ts';

/** An answer as sanitised HTML: what a model writes is no more to be trusted than what anyone else does. */
export async function renderAnswer(actor: Actor, text: string): Promise<string> {
  return (await renderText(actor.id, text)).html;
}
