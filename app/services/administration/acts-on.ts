import { type AccountAct, actsOn } from '#app/policies/account-policy.ts';
import type { UserEntry } from '#app/services/accounts/user-entry.ts';

/** An account with the acts available to an administrator. */
export type AdministeredUser = UserEntry & { acts: AccountAct[] };

export const withActs = (users: UserEntry[]): AdministeredUser[] =>
  users.map((user) => ({ ...user, acts: actsOn(user) }));
