import { expect, test } from 'vitest';
import {
  abilities,
  accessOf,
  DOCUMENT_VERBS,
  type DocumentFacts,
  type DocumentVerb,
  mayEnter,
  mayLeave,
} from '#app/policies/document-policy.ts';

const NOBODY: DocumentFacts = { isOwner: false, entry: null, isArchived: false, isBlocked: false };

/** Roles for a document. Administrators have no rights by their role; a suspended account has no session. */
const ROLES = {
  owner: { ...NOBODY, isOwner: true },
  editor: { ...NOBODY, entry: 'EDIT' },
  reader: { ...NOBODY, entry: 'READ' },
  denied: { ...NOBODY, entry: 'NONE' },
  stranger: NOBODY,
  'signed out': NOBODY,
  administrator: NOBODY,
  suspended: NOBODY,
  'blocker of the owner': { ...NOBODY, entry: 'EDIT', isBlocked: true },
} satisfies Record<string, DocumentFacts>;

const NONE = '' as const;
const PRESENT: Record<DocumentVerb, string> = {
  read: 'owner editor reader',
  star: 'owner editor reader',
  duplicate: 'owner editor reader',
  edit: 'owner editor',
  addChild: 'owner editor',
  move: 'owner editor',
  moveToRoot: 'owner',
  share: 'owner',
  listShares: 'owner',
  archive: 'owner',
  delete: NONE,
  own: 'owner',
};
const ARCHIVED: Record<DocumentVerb, string> = {
  read: 'owner',
  star: NONE,
  duplicate: NONE,
  edit: NONE,
  addChild: NONE,
  move: NONE,
  moveToRoot: NONE,
  share: NONE,
  listShares: 'owner',
  archive: NONE,
  delete: 'owner',
  own: 'owner',
};

test.each(
  DOCUMENT_VERBS.flatMap((verb) => [
    { verb, state: 'present', expected: PRESENT[verb] },
    { verb, state: 'archived', expected: ARCHIVED[verb] },
  ]),
)('$verb, document $state: $expected', ({ verb, state, expected }) => {
  const allowed = Object.entries(ROLES)
    .filter(([, facts]) => abilities(accessOf({ ...facts, isArchived: state === 'archived' }))[verb])
    .map(([role]) => role);
  expect(allowed.join(' ')).toBe(expected);
});

test('only the owner takes a document out of a parent they may not change', () => {
  const [owner, editor] = [accessOf(ROLES.owner)!, accessOf(ROLES.editor)!];
  const reads = abilities(accessOf(ROLES.reader));
  expect([mayLeave(owner), mayLeave(editor), mayLeave(editor, reads)]).toEqual([true, false, false]);
  expect(mayLeave(editor, abilities(editor))).toBe(true);
});

test('a document enters a parent of the same owner that the actor may change', () => {
  const [edits, reads] = [abilities(accessOf(ROLES.editor)), abilities(accessOf(ROLES.reader))];
  expect(mayEnter({ ownerId: 'a' }, { ownerId: 'a', can: edits })).toBe(true);
  expect(mayEnter({ ownerId: 'a' }, { ownerId: 'b', can: edits })).toBe(false);
  expect(mayEnter({ ownerId: 'a' }, { ownerId: 'a', can: reads })).toBe(false);
});
