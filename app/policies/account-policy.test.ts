import { expect, test } from 'vitest';
import { ACCOUNT_VERBS, type AccountVerb, accountAllows, accountState, actsOn } from '#app/policies/account-policy.ts';

const ACCOUNTS = {
  active: { status: 'ACTIVE', verified: true },
  unverified: { status: 'ACTIVE', verified: false },
  suspended: { status: 'SUSPENDED', verified: true },
  'suspended unverified': { status: 'SUSPENDED', verified: false },
  deleted: { status: 'DELETED', verified: true },
} as const;

const EXPECTED: Record<AccountVerb, string[]> = {
  signIn: ['active'],
  enter: ['active', 'unverified'],
  verify: ['unverified'],
  setPassword: ['active'],
  promote: ['active', 'suspended'],
  suspend: ['active', 'unverified', 'suspended', 'suspended unverified'],
  restore: ['active', 'unverified', 'deleted'],
};

test.each(ACCOUNT_VERBS.map((verb) => ({ verb, expected: EXPECTED[verb] })))(
  '$verb an account that is $expected',
  ({ verb, expected }) => {
    const allowed = Object.entries(ACCOUNTS).filter(([, account]) => accountAllows(verb, account));
    expect(allowed.map(([state]) => state)).toEqual(expected);
  },
);

test('the state is the same from a row and from an entry', () => {
  expect(accountState({ status: 'ACTIVE', verifiedAt: 5 })).toBe('active');
  expect(accountState({ status: 'ACTIVE', verifiedAt: null })).toBe('unverified');
  expect(accountState({ status: 'DELETED', verifiedAt: null })).toBe('deleted');
});

test.each([
  ['active', 'USER', 'promote suspend delete'],
  ['active', 'ADMIN', 'demote suspend delete'],
  ['unverified', 'USER', 'suspend delete'],
  ['suspended', 'USER', 'promote activate delete'],
  ['suspended', 'ADMIN', 'demote activate delete'],
  ['suspended unverified', 'USER', 'activate delete'],
  ['deleted', 'ADMIN', 'activate'],
] as const)('an administrator is offered the acts that change an account: %s %s', (state, role, acts) => {
  expect(actsOn({ ...ACCOUNTS[state], role }).join(' ')).toBe(acts);
});
