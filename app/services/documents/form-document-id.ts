import type { Actor } from '#app/services/actor.ts';
import { idOfKey } from '#app/services/documents/id-of-key.ts';
import { newId } from '#app/services/new-id.ts';
import { models } from '#db/connection.ts';

/** Number of documents that one rendered form can create; further ones are new each time. */
const FORM_MAX = 50;

type Filled = {
  /** Identifies the rendered form. */
  key?: string | undefined;
  /** Values of the form’s fields. */
  values: readonly (string | null)[];
  parentId: string | null;
  /** Tests whether a copy that will become this document is being written. */
  isUnderWay?: (id: string) => Promise<boolean>;
};

/**
 * Returns the id for a document that a form creates. A form posted again leads to the document of the first post, until
 * someone changes that one: browsers show a form again with its key when going back. Call with the tree locked.
 */
export async function idForForm(actor: Actor, filled: Filled): Promise<{ id: string; isMade: boolean }> {
  const { key, values, parentId, isUnderWay } = filled;
  const { Document } = await models();
  for (let nth = 0; key !== undefined && nth < FORM_MAX; nth += 1) {
    const id = idOfKey(actor, JSON.stringify([key, ...values, parentId, nth]));
    const made = await Document.findByPk(id, { attributes: ['version', 'parentId', 'archivedAt'] });
    if (await isUnderWay?.(id)) return { id, isMade: true };
    if (!made) return { id, isMade: false };
    if (made.version === 1 && made.parentId === parentId && made.archivedAt === null) return { id, isMade: true };
  }
  return { id: newId(), isMade: false };
}
