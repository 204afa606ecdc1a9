import type { Actor } from '#app/services/actor.ts';
import { renderText } from '#app/services/documents/render-text.ts';

/** Renders an answer as sanitised HTML: model output is untrusted. */
export async function renderAnswer(actor: Actor, text: string): Promise<string> {
  return (await renderText(actor.id, text)).html;
}
