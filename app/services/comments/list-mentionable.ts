import { mayShare } from '#app/policies/share-policy.ts';
import { linkLabel } from '#app/schemas/link-label.ts';
import { type DocumentAccess, getAccess, readersAmong } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { findPeopleOf } from '#db/queries/comments.ts';
import { findAcquaintances } from '#db/queries/shares.ts';

/**
 * A person and the Markdown that mentions them. `shareWith` is the address of a person who cannot read the document,
 * for its owner.
 */
export type Mentionable = { id: string; name: string; markdown: string; shareWith?: string };

const SHOWN_MAX = 20;
/** Number of the actor's latest documents whose shares are looked at. */
const LATEST = 500;

/** Lists people that a comment can mention: those whom readers of the document see anyway. */
export async function listMentionable(actor: Actor, { id: documentId }: DocumentAccess): Promise<Mentionable[]> {
  return (await findPeopleOf({ documentId, me: actor.id, most: SHOWN_MAX })).map(toMentionable);
}

/**
 * Lists people as `listMentionable`, and for the owner also people known from other documents and groups. Throws
 * `documentNotFound`.
 */
export async function listMentionableAndKnown(actor: Actor, document: string | DocumentAccess): Promise<Mentionable[]> {
  const access = await getAccess(actor, document);
  const listed = await listMentionable(actor, access);
  const others = await findOthers(actor, access, listed);
  const readers = new Set((await readersAmong(others, access.id)).map(({ id }) => id));
  return [
    ...listed,
    ...others.map((person) => ({
      ...toMentionable(person),
      ...(readers.has(person.id) ? {} : { shareWith: person.email }),
    })),
  ];
}

/** Lists the people an owner knows beyond those of `listMentionable`, whether they can read the document or not. */
export async function listKnown(actor: Actor, access: DocumentAccess, listed: Mentionable[]): Promise<Mentionable[]> {
  return (await findOthers(actor, access, listed)).map(toMentionable);
}

async function findOthers(actor: Actor, access: DocumentAccess, listed: Mentionable[]): Promise<Person[]> {
  if (!mayShare('add', { access })) return [];
  const known = await findAcquaintances({ me: actor.id, latest: LATEST, most: SHOWN_MAX });
  return known.filter(({ id }) => !listed.some((person) => person.id === id));
}

type Person = { id: string; displayName: string | null; email: string };

function toMentionable({ id, displayName, email }: Person): Mentionable {
  const name = displayName ?? email;
  return { id, name, markdown: mentionOf(name, id) };
}

/** Returns the Markdown that mentions a person. */
export const mentionOf = (name: string, id: string): string => `[@${linkLabel(name)}](/people/${id})`;
