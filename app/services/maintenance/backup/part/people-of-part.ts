import { DELETED_USER_ID } from '#app/services/accounts/deleted-user.ts';
import type { Source } from '#app/services/maintenance/backup/part/source-of-part.ts';
import { findLiveGroups, findLiveUsers, findUsersByAddress } from '#db/queries/restored-parts.ts';

/** People and groups of a backup that exist in this installation. */
export type People = {
  isKnown: (userId: string) => boolean;
  /** Returns the account's id, or that of the deleted user if the account does not exist. */
  authorOf: (userId: string) => string;
  addressOf: (userId: string) => string;
  hasGroup: (groupId: string) => boolean;
};

/** Looks up all people and groups of a backup; call in the transaction, after an account is restored. */
export async function findPeople({ rows }: Source): Promise<People> {
  const users = await findLiveUsers({ ids: JSON.stringify(await rows.column('users', 'id')) });
  const emails = new Map(users.flatMap(({ id, email }) => (id === DELETED_USER_ID ? [] : [[id, email] as const])));
  const groups = await findLiveGroups({ ids: JSON.stringify(await rows.column('groups', 'id')) });
  const known = new Set(groups.map(({ id }) => id));
  const isKnown = (id: string) => emails.has(id);
  return {
    isKnown,
    authorOf: (id) => (isKnown(id) ? id : DELETED_USER_ID),
    addressOf: (id) => emails.get(id)!,
    hasGroup: (id) => known.has(id),
  };
}

/** Finds the accounts of invited addresses that have signed up since the backup. */
export async function accountsOf(emails: string[]): Promise<Map<string, string>> {
  const found = await findUsersByAddress({ emails: JSON.stringify(emails) });
  return new Map(found.flatMap(({ id, email, status }) => (status === 'DELETED' ? [] : [[email, id] as const])));
}
