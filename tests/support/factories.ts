import type { NewDocument } from '#app/schemas/documents.ts';
import { findActor } from '#app/services/accounts/find-actor.ts';
import type { Actor } from '#app/services/actor.ts';
import { createAccount } from '#app/services/administration/create-account.ts';
import { createDocument } from '#app/services/documents/create-document.ts';
import type { DocumentDetail } from '#app/services/documents/get-document.ts';
import { shareDocument } from '#app/services/shares/share-document.ts';
import type { ShareEntry } from '#app/services/shares/share-entry.ts';
import type { SharePermission } from '#db/models/share.ts';

let count = 0;

/** An address nobody has used in this process. */
export function newEmail(name = 'person'): string {
  count += 1;
  return `${name.toLowerCase()}-${count}-${process.pid}@example.com`;
}

export const PASSWORD = 'Secret-Garden-1';

/** A verified account. It gets a password, which costs a hash, only when one is asked for. */
export async function buildUser({
  email = newEmail(),
  password,
}: {
  email?: string;
  password?: string;
} = {}): Promise<Actor> {
  await createAccount({ email, password: password ?? null, isAdmin: false });
  return findActor(email);
}

type DocumentTraits = Partial<Omit<NewDocument, 'parentId'>> & {
  owner?: Actor;
  /** A document, or its id. */
  parent?: { id: string } | string | null;
};

/** A document, with an owner made for it unless one is given. */
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

/** Shares a document with someone, or with an address; returns the new entry. */
export async function buildShare({ owner, document, to, permission = 'READ' }: ShareTraits): Promise<ShareEntry> {
  const email = typeof to === 'string' ? to : to.email;
  const entries = await shareDocument(owner, document.id, { email, permission });
  return entries.find((entry) => entry.email === email)!;
}

/** Everyone an answer can depend on, and the document it depends on them for. */
export type Cast = {
  olga: Actor;
  edith: Actor;
  rhea: Actor;
  nora: Actor;
  sven: Actor;
  document: DocumentDetail;
};

/** Olga owns a document; Edith may edit it, Rhea read it; Nora was shut out by NONE, and Sven is a stranger. */
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
