import type { Actor } from '#app/services/actor.ts';
import { idOfKey } from '#app/services/documents/id-of-key.ts';
import { newId } from '#app/services/new-id.ts';
import { models } from '#db/connection.ts';
import { lock } from '#db/locks.ts';
import type { Comment } from '#db/models/comment.ts';

/** Number of equal comments that one rendered form can create; further ones are new each time. */
const FORM_MAX = 20;

/**
 * Returns the id for a comment that a form creates, and the comment if the same form created it before: a double click
 * posts twice. A comment that was edited or deleted since is not the same. Call in the transaction that creates it.
 *
 * @param key Identifies the rendered form; undefined for other callers.
 * @param values The place and the text of the comment.
 */
export async function idForComment(
  actor: Actor,
  key: string | undefined,
  values: readonly (string | null)[],
): Promise<{ id: string; made: Comment | null }> {
  if (key === undefined) return { id: newId(), made: null };
  await lock(`comments by ${actor.id}`);
  const { Comment, RemovedComment } = await models();
  for (let nth = 0; nth < FORM_MAX; nth += 1) {
    const id = idOfKey(actor, JSON.stringify(['comment', key, ...values, nth]));
    const made = await Comment.findByPk(id);
    if (made && made.editedAt === null) return { id, made };
    if (!made && (await RemovedComment.count({ where: { id } })) === 0) return { id, made: null };
  }
  return { id: newId(), made: null };
}
