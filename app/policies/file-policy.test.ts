import { expect, test } from 'vitest';
import { accessOf, type DocumentFacts } from '#app/policies/document-policy.ts';
import {
  FILE_VERBS,
  type FileFacts,
  type FileVerb,
  fileAbilities,
  isUploaderOf,
  mayBeCoverOf,
  mayReceive,
} from '#app/policies/file-policy.ts';

const FACTS: FileFacts = {
  isInDocument: true,
  access: null,
  isUploader: false,
  isConfirmed: true,
  isProfileImage: false,
};
const within = (facts: Partial<DocumentFacts>): FileFacts => ({
  ...FACTS,
  access: accessOf({ isOwner: false, entry: null, isArchived: false, isBlocked: false, ...facts }),
});

const ROLES: Record<string, FileFacts> = {
  owner: within({ isOwner: true }),
  'owner of an archived document': within({ isOwner: true, isArchived: true }),
  editor: within({ entry: 'EDIT' }),
  reader: within({ entry: 'READ' }),
  denied: within({ entry: 'NONE' }),
  stranger: within({}),
  'uploader who lost access': { ...within({}), isUploader: true },
  'uploader of a file of their own': { ...FACTS, isInDocument: false, isUploader: true },
  'someone who sees a profile image': { ...FACTS, isInDocument: false, isProfileImage: true },
  'someone else': { ...FACTS, isInDocument: false },
};

const EXPECTED: Record<FileVerb, string[]> = {
  see: [
    'owner',
    'owner of an archived document',
    'editor',
    'reader',
    'uploader of a file of their own',
    'someone who sees a profile image',
  ],
  rename: ['owner', 'editor', 'uploader of a file of their own'],
  remove: ['owner', 'editor', 'uploader of a file of their own'],
};

test.each(FILE_VERBS.map((verb) => ({ verb })))('$verb a file', ({ verb }) => {
  expect(Object.keys(ROLES).filter((role) => fileAbilities(ROLES[role]!)[verb])).toEqual(EXPECTED[verb]);
});

test('nobody sees, renames or removes an unconfirmed upload as a file', () => {
  for (const facts of Object.values(ROLES)) {
    expect(fileAbilities({ ...facts, isConfirmed: false })).toEqual({ see: false, rename: false, remove: false });
  }
});

test('an upload is its uploader’s', () => {
  expect(isUploaderOf({ id: 'a' }, { uploaderId: 'a' })).toBe(true);
  expect(isUploaderOf({ id: 'a' }, { uploaderId: null })).toBe(false);
});

test('a cover is a file of its document', () => {
  expect([
    mayBeCoverOf('d', { docId: 'd' }),
    mayBeCoverOf('d', { docId: 'e' }),
    mayBeCoverOf('d', { docId: null }),
  ]).toEqual([true, false, false]);
});

test('a signature authorises the bytes it names, once', () => {
  const [file, signed] = [
    { fileKey: 'k', confirmedAt: null },
    { fileKey: 'k', type: 'image/png', size: 5 },
  ];
  expect(mayReceive(file, signed, { type: 'image/png', length: 5 })).toBe(true);
  expect(mayReceive(file, signed, { type: 'image/png' })).toBe(true);
  expect(mayReceive(file, signed, { type: 'image/png', length: 6 })).toBe(false);
  expect(mayReceive(file, signed, { type: 'text/html', length: 5 })).toBe(false);
  expect(mayReceive(file, { ...signed, fileKey: 'other' }, { type: 'image/png' })).toBe(false);
  expect(mayReceive({ ...file, confirmedAt: 1 }, signed, { type: 'image/png' })).toBe(false);
});
