import { requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { insertDocument, placeBelow } from '#app/services/documents/create-document.ts';
import { prepareNewText } from '#app/services/documents/document-text.ts';
import { idForForm } from '#app/services/documents/form-document-id.ts';
import { inTransaction } from '#db/connection.ts';

type Begun = { title: string; parentId: string | null; key: string | undefined };

/**
 * Creates an empty document from a form and returns its id; posted again, returns that of the untouched document of the
 * first post. Throws `documentNotFound` and `documentAccessDenied` for the parent.
 */
export async function beginDocument(actor: Actor, { title, parentId, key }: Begun): Promise<string> {
  if (parentId !== null) await requireAccess(actor, parentId, 'addChild');
  const text = await prepareNewText(actor.id, '');
  return inTransaction(async () => {
    const { siblings } = await placeBelow(actor, parentId);
    const { id, isMade } = await idForForm(actor, { key, values: [title], parentId });
    if (!isMade) await insertDocument(actor, { id, title, text, siblings });
    return id;
  });
}
