import { expect, test } from 'vitest';
import { type Access, accessOf } from '#app/policies/document-policy.ts';
import { isSomeoneElse, mayShare, SHARE_VERBS, type ShareVerb } from '#app/policies/share-policy.ts';

type Role = { access: Access | null; isRecipient?: boolean };
const on = (entry: 'EDIT' | 'READ' | 'NONE' | null, { isOwner = false, isArchived = false } = {}) =>
  accessOf({ isOwner, entry, isArchived, isBlocked: false });

const ROLES: Record<string, Role> = {
  owner: { access: on(null, { isOwner: true }) },
  archivist: { access: on(null, { isOwner: true, isArchived: true }) },
  recipient: { access: on('EDIT'), isRecipient: true },
  editor: { access: on('EDIT') },
  reader: { access: on('READ') },
  denied: { access: on('NONE'), isRecipient: true },
  stranger: { access: on(null) },
};

/** `archivist` is the owner of an archived document. Visitors, administrators and suspended accounts are strangers. */
const EXPECTED: Record<ShareVerb, string> = {
  list: 'owner archivist',
  add: 'owner',
  change: 'owner',
  remove: 'owner recipient',
  link: 'owner',
  answerRequest: 'owner',
  handOver: 'owner',
};

test.each(SHARE_VERBS.map((verb) => ({ verb, expected: EXPECTED[verb] })))(
  '$verb entries: $expected',
  ({ verb, expected }) => {
    const allowed = Object.keys(ROLES).filter((role) => mayShare(verb, ROLES[role]!));
    expect(allowed.join(' ')).toBe(expected);
  },
);

test('nobody blocks themselves', () => {
  expect([isSomeoneElse({ id: 'a' }, { id: 'a' }), isSomeoneElse({ id: 'a' }, { id: 'b' })]).toEqual([false, true]);
});
