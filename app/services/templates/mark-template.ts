import { AppError } from '#app/errors.ts';
import { mayOfferTemplate } from '#app/policies/template-policy.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { inTransaction, models } from '#db/connection.ts';

export type TemplateScope = 'own' | 'everyone';

/**
 * Makes a document a template for its owner or for everyone. Throws `documentNotFound`, `documentAccessDenied`, and
 * `permissionDenied` if the actor may not offer templates to everyone.
 */
export async function markTemplate(actor: Actor, documentId: string, scope: TemplateScope): Promise<void> {
  const { Template } = await models();
  await inTransaction(async () => {
    const { id, isOwner } = await requireAccess(actor, documentId, 'archive');
    if (!mayOfferTemplate({ actor, isOwner, isForEveryone: scope === 'everyone' }))
      throw new AppError('permissionDenied');
    await Template.destroy({ where: { documentId: id } });
    const forEveryone = scope === 'everyone' ? 1 : 0;
    await Template.create({ documentId: id, forEveryone, createdAt: Date.now() });
  });
}

/** Makes a template a regular document. Documents created from it stay. Throws as `markTemplate`. */
export async function unmarkTemplate(actor: Actor, documentId: string): Promise<void> {
  await inTransaction(async () => {
    const { id } = await requireAccess(actor, documentId, 'own');
    await (await models()).Template.destroy({ where: { documentId: id } });
  });
}

/** Returns the scope of a template by its column; null for a regular document. */
export function scopeOf(forEveryone: number | null): TemplateScope | null {
  if (forEveryone === null) return null;
  return forEveryone === 1 ? 'everyone' : 'own';
}
