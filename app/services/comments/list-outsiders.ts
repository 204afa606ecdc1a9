import { mayShare } from '#app/policies/share-policy.ts';
import { type DocumentAccess, readersAmong } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import type { ThreadEntry } from '#app/services/comments/list-threads.ts';
import { mentionedInHtml } from '#app/services/comments/mentioned-in-html.ts';
import { findKnownOutside } from '#db/queries/shares.ts';

/** A mentioned person who cannot read the document. `isInText`: the text mentions them, not only comments. */
export type Outsider = { id: string; name: string; isInText: boolean };

/** Maximum number of mentioned people per page, latest comments first. */
const ASKED_MAX = 50;
/** Maximum number of people whose access is looked up for one page. */
const LOOKED_UP_MAX = 20;

/**
 * Lists mentioned people whom the owner knows and can share with: they cannot read the document and have no entry on
 * it. Empty for everybody but the owner. `html` is the document's text.
 */
export async function listOutsiders(
  actor: Actor,
  access: DocumentAccess,
  { html, threads }: { html: string; threads: ThreadEntry[] },
): Promise<Outsider[]> {
  if (!mayShare('add', { access })) return [];
  const inText = new Set(mentionedInHtml(html));
  const inComments = threads.flatMap(({ comments }) => comments.flatMap(({ html }) => mentionedInHtml(html)));
  const ids = [...new Set([...inComments.toReversed(), ...inText])];
  const people = await findOutsiders(actor, access.id, ids);
  return people.map(({ id, displayName, email }) => ({ id, name: displayName ?? email, isInText: inText.has(id) }));
}

/** Finds those of some people whom the actor knows, who cannot read the actor's document and have no entry on it. */
export async function findOutsiders(actor: Actor, documentId: string, ids: string[]) {
  if (ids.length === 0) return [];
  const asked = JSON.stringify(ids.slice(0, ASKED_MAX));
  const known = await findKnownOutside({ me: actor.id, documentId, ids: asked, most: LOOKED_UP_MAX });
  const readers = await readersAmong(known, documentId);
  return known.filter((person) => !readers.includes(person));
}
