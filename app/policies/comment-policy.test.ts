import { expect, test } from 'vitest';
import { COMMENT_VERBS, type Commenting, mayComment } from '#app/policies/comment-policy.ts';
import type { Access } from '#app/policies/document-policy.ts';

const access = (permission: 'EDIT' | 'READ', traits: Partial<Access> = {}): Access => ({
  permission,
  isOwner: false,
  isArchived: false,
  ...traits,
});
const WHO: Record<string, { access: Access | null; isAuthor?: boolean }> = {
  stranger: { access: null, isAuthor: true },
  reader: { access: access('READ') },
  author: { access: access('READ'), isAuthor: true },
  editor: { access: access('EDIT') },
  owner: { access: access('EDIT', { isOwner: true }) },
  archived: { access: access('EDIT', { isOwner: true, isArchived: true }), isAuthor: true },
};
const allowed = (commenting: Commenting) =>
  Object.fromEntries(
    Object.entries(WHO).map(([who, facts]) => [
      who,
      COMMENT_VERBS.filter((verb) => mayComment(verb, { ...facts, commenting })).join(' '),
    ]),
  );

test('who may do what with comments, by the choice of the owner', () => {
  const readers = {
    stranger: '',
    reader: 'read write',
    author: 'read write edit delete',
    editor: 'read write resolve',
    owner: 'read write delete resolve',
    archived: 'read',
  };
  expect(allowed('readers')).toEqual(readers);
  expect(allowed('editors')).toEqual({ ...readers, reader: 'read', author: 'read edit delete' });
  expect(allowed('off')).toEqual({
    ...readers,
    reader: 'read',
    author: 'read edit delete',
    editor: 'read resolve',
    owner: 'read delete resolve',
  });
});
