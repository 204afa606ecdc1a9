import type { NewDocument } from '#app/schemas/documents.ts';
import { getActor } from '#app/services/accounts/get-actor.ts';
import type { Actor } from '#app/services/actor.ts';
import { createAccount } from '#app/services/administration/create-account.ts';
import { createDocument } from '#app/services/documents/create-document.ts';
import type { DocumentDetail } from '#app/services/documents/get-document.ts';
import { shareDocument } from '#app/services/shares/share-document.ts';
import type { ShareEntry } from '#app/services/shares/share-entry.ts';
import type { SharePermission } from '#db/models/share.ts';

let count = 0;

/** Returns an address that is unused in this process. */
export function newEmail(name = 'person'): string {
  count += 1;
  return `${name.toLowerCase()}-${count}-${process.pid}@example.com`;
}

export const PASSWORD = 'Secret-Garden-1';

/** Creates a verified account. A password costs a hash, so it is set only on request. */
export async function buildUser({
  email = newEmail(),
  password,
}: {
  email?: string;
  password?: string;
} = {}): Promise<Actor> {
  await createAccount({ email, password: password ?? null, isAdmin: false });
  return getActor(email);
}

type DocumentTraits = Partial<Omit<NewDocument, 'parentId'>> & {
  owner?: Actor;
  /** The parent document or its id. */
  parent?: { id: string } | string | null;
};

/** Creates a document, with a new owner by default. */
export async function buildDocument({
  owner,
  parent = null,
  title = 'Seedling',
  content = '',
}: DocumentTraits = {}): Promise<DocumentDetail> {
  const parentId = typeof parent === 'string' ? parent : (parent?.id ?? null);
  return createDocument(owner ?? (await buildUser()), { title, content, parentId });
}

type ShareTraits = { owner: Actor; document: { id: string }; to: Actor | string; permission?: SharePermission };

/** Shares a document with a person or an address. Returns the new share. */
export async function buildShare({ owner, document, to, permission = 'READ' }: ShareTraits): Promise<ShareEntry> {
  const email = typeof to === 'string' ? to : to.email;
  const entries = await shareDocument(owner, document.id, { email, permission });
  return entries.find((entry) => entry.email === email)!;
}

/** One person per role for a document, and the document. */
export type Cast = {
  olga: Actor;
  edith: Actor;
  rhea: Actor;
  nora: Actor;
  sven: Actor;
  document: DocumentDetail;
};

/**
 * Creates a document with one person per role: Olga owns it, Edith may edit, Rhea read, Nora has NONE, Sven is a
 * stranger.
 */
export async function buildCast(): Promise<Cast> {
  const [olga, edith, rhea, nora, sven] = await Promise.all(
    ['Olga', 'Edith', 'Rhea', 'Nora', 'Sven'].map((name) => buildUser({ email: newEmail(name) })),
  );
  const people = { olga: olga!, edith: edith!, rhea: rhea!, nora: nora!, sven: sven! };
  const document = await buildDocument({ owner: people.olga, title: 'Orchard', content: 'Apples and pears.' });
  await buildShare({ owner: people.olga, document, to: people.edith, permission: 'EDIT' });
  await buildShare({ owner: people.olga, document, to: people.rhea, permission: 'READ' });
  await buildShare({ owner: people.olga, document, to: people.nora, permission: 'NONE' });
  return { ...people, document };
}
