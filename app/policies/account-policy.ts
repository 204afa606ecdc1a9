import type { UserRole, UserStatus } from '#db/models/user.ts';

/** State of an account: its status, and whether its address is verified. */
export type AccountState = 'active' | 'unverified' | 'suspended' | 'suspended unverified' | 'deleted';
type Account = { status: UserStatus } & ({ verified: boolean } | { verifiedAt: number | null });

const allow = (...states: AccountState[]) => states;

/** States of an account in which its owner or an administrator may act on it. */
const RULES = {
  signIn: allow('active'),
  // Entering after another proof of the address, such as a grant: since then only the status can have changed.
  enter: allow('active', 'unverified'),
  verify: allow('unverified'),
  setPassword: allow('active'),
  // The role of a suspended account takes effect when it is activated.
  promote: allow('active', 'suspended'),
  suspend: allow('active', 'unverified', 'suspended', 'suspended unverified'),
  restore: allow('active', 'unverified', 'deleted'),
} satisfies Record<string, AccountState[]>;

export type AccountVerb = keyof typeof RULES;
export const ACCOUNT_VERBS = Object.keys(RULES) as AccountVerb[];

export function accountState(account: Account): AccountState {
  const isVerified = 'verified' in account ? account.verified : account.verifiedAt != null;
  if (account.status === 'DELETED') return 'deleted';
  if (account.status === 'SUSPENDED') return isVerified ? 'suspended' : 'suspended unverified';
  return isVerified ? 'active' : 'unverified';
}

/** Returns true if the state of an account allows an act. */
export function accountAllows(verb: AccountVerb, account: Account): boolean {
  const states: AccountState[] = RULES[verb];
  return states.includes(accountState(account));
}

export type AccountAct = 'promote' | 'demote' | 'suspend' | 'activate' | 'delete';

/** Lists the acts that would change an account, in the order of a menu. */
export function actsOn(account: { role: UserRole; status: UserStatus; verified: boolean }): AccountAct[] {
  const { role, status } = account;
  if (status === 'DELETED') return ['activate'];
  const roles: AccountAct[] = role === 'ADMIN' ? ['demote'] : accountAllows('promote', account) ? ['promote'] : [];
  return [...roles, status === 'SUSPENDED' ? 'activate' : 'suspend', 'delete'];
}
