import { requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { renderText } from '#app/services/documents/render-text.ts';

/** Renders a text as sanitised HTML, as a save would. Throws as a save would. */
export async function previewText(actor: Actor, id: string, content: string): Promise<string> {
  await requireAccess(actor, id, 'edit');
  return (await renderText(actor.id, content)).html;
}
