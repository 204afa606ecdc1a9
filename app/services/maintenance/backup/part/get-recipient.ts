import { DELETED_USER_ID } from '#app/services/accounts/deleted-user.ts';
import type { Source } from '#app/services/maintenance/backup/part/source-of-part.ts';
import { UnfitPart } from '#app/services/maintenance/backup/part/unfit-part.ts';
import { models } from '#db/connection.ts';
import { findLiveDocuments } from '#db/queries/restored-parts.ts';
import type { TableRow } from '#db/tables.ts';

/** A document with its descendants, or an account with its documents. */
export type Part = { branch: string } | { account: string };

/** The account that receives the documents of a part. */
export type Recipient = {
  ownerId: string;
  email: string;
  /** The document below which they are placed; null for where they were, or the account's roots. */
  below: string | null;
  /** The row of the account if it is restored, because it does not exist. */
  account: TableRow | null;
};

/**
 * Finds who gets a part: `to` (an address or the id of a document), else the account it belonged to. Throws UnfitPart.
 */
export async function getRecipient(source: Source, part: Part, to: string | undefined): Promise<Recipient> {
  const former = 'account' in part ? await accountOf(source, part.account) : await ownerOf(source, part.branch);
  if (to !== undefined) return to.includes('@') ? accountCalled(to) : recipientBelow(to);
  const { User } = await models();
  const live = await User.findByPk(former.id as string);
  const email = former.email as string;
  if (live) return toRecipient(live);
  if (!('account' in part)) throw new UnfitPart('noOwner', email);
  if (await User.findOne({ where: { email } })) throw new UnfitPart('taken', email);
  return { ownerId: former.id as string, email, below: null, account: former };
}

async function accountOf({ rows }: Source, email: string): Promise<TableRow> {
  const [row] = await rows.where('users', 'email', [email.trim().toLowerCase()]);
  if (!row || row.id === DELETED_USER_ID) throw new UnfitPart('noAccount', email);
  return row;
}

async function ownerOf({ rows }: Source, id: string): Promise<TableRow> {
  const [document] = await rows.where('documents', 'id', [id]);
  if (!document || document.owner_id === DELETED_USER_ID) throw new UnfitPart('noBranch', id);
  const [owner] = await rows.where('users', 'id', [document.owner_id as string]);
  return owner!;
}

async function accountCalled(given: string): Promise<Recipient> {
  const email = given.trim().toLowerCase();
  const live = await (await models()).User.findOne({ where: { email } });
  if (!live) throw new UnfitPart('noRecipient', email);
  return toRecipient(live);
}

async function recipientBelow(id: string): Promise<Recipient> {
  const [document] = await findLiveDocuments({ ids: JSON.stringify([id]) });
  if (!document || document.ownerId === DELETED_USER_ID) throw new UnfitPart('noPlace', id);
  if (document.archivedAt !== null) throw new UnfitPart('isArchived', id);
  const owner = await (await models()).User.findByPk(document.ownerId);
  return { ...toRecipient(owner!), below: id };
}

function toRecipient({ id, email, status }: { id: string; email: string; status: string }): Recipient {
  if (status === 'DELETED') throw new UnfitPart('deleted', email);
  return { ownerId: id, email, below: null, account: null };
}
