import { expect, test } from 'vitest';
import { abilities } from '#app/policies/document-policy.ts';

const able = (permission: 'EDIT' | 'READ', isOwner: boolean, isArchived: boolean) =>
  Object.entries(abilities({ permission, isOwner, isArchived }))
    .filter(([, may]) => may)
    .map(([ability]) => ability)
    .sort();

test('a reader changes nothing', () => {
  expect(able('READ', false, false)).toEqual([]);
});

test('an editor edits, adds and moves, and neither shares, archives nor deletes', () => {
  expect(able('EDIT', false, false)).toEqual(['addChild', 'edit', 'move']);
});

test('the owner does all but delete what is not archived', () => {
  expect(able('EDIT', true, false)).toEqual(['addChild', 'archive', 'edit', 'move', 'share']);
});

test('what is archived is deleted by its owner, and changed by nobody', () => {
  expect(able('EDIT', true, true)).toEqual(['delete']);
  expect(able('EDIT', false, true)).toEqual([]);
  expect(able('READ', false, true)).toEqual([]);
});
