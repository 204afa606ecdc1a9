import type { DocumentAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { findPeopleOf } from '#db/queries/comments.ts';

/** A person and the Markdown that mentions them. */
export type Mentionable = { id: string; name: string; markdown: string };

const SHOWN_MAX = 20;

/** Lists people that a comment can mention: those whom readers of the document see anyway. */
export async function listMentionable(actor: Actor, { id: documentId }: DocumentAccess): Promise<Mentionable[]> {
  const people = await findPeopleOf({ documentId, me: actor.id, most: SHOWN_MAX });
  return people.map(({ id, displayName, email }) => {
    const name = displayName ?? email;
    return { id, name, markdown: mentionOf(name, id) };
  });
}

/** Returns the Markdown that mentions a person. */
export const mentionOf = (name: string, id: string): string => `[@${name.replace(/[[\]\\]/g, '\\$&')}](/people/${id})`;
