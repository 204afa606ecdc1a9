import { expect, test } from 'vitest';
import { getOpenBranches } from '#app/services/documents/open-branches.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';

const crumb = ({ id }: { id: string }) => ({ id, title: '', icon: null });

describeOnBoth('what a row of the tree says', () => {
  test('a star is one’s own, and said only where it is', async () => {
    const owner = await buildUser();
    const starred = await buildDocument({ owner, title: 'Starred' });
    await buildDocument({ owner, title: 'Plain' });
    await updateDocument(owner, starred.id, { isStarred: true, autosave: false });
    const { own } = await getOpenBranches(owner, { path: [], isOwner: true, opened: [] });
    expect(own.map(({ title, isStarred, canEdit }) => [title, isStarred, canEdit])).toEqual([
      ['Starred', true, undefined],
      ['Plain', undefined, undefined],
    ]);
  });

  test('a shared root is no sibling of one’s own, whichever comes first', async () => {
    const [owner, friend] = [await buildUser(), await buildUser()];
    await buildDocument({ owner, title: 'First' });
    const top = await buildDocument({ owner, title: 'Second' });
    await buildDocument({ owner: friend, title: 'Own' });
    await buildShare({ owner, document: top, to: friend });
    const { own, shared } = await getOpenBranches(friend, { path: [crumb(top)], isOwner: false, opened: [] });
    expect([...own, ...shared].map(({ title, earlier, more }) => [title, earlier, more])).toEqual([
      ['Own', undefined, undefined],
      ['Second', undefined, undefined],
    ]);
  });

  test('of a foreign branch it says what one may edit', async () => {
    const [owner, friend] = [await buildUser(), await buildUser()];
    const top = await buildDocument({ owner, title: 'Top' });
    const open = await buildDocument({ owner, parent: top, title: 'Open' });
    await buildDocument({ owner, parent: open, title: 'Below' });
    const hidden = await buildDocument({ owner, parent: top, title: 'Hidden' });
    await buildShare({ owner, document: top, to: friend, permission: 'READ' });
    await buildShare({ owner, document: open, to: friend, permission: 'EDIT' });
    await buildShare({ owner, document: hidden, to: friend, permission: 'NONE' });
    const branches = await getOpenBranches(friend, { path: [crumb(top), crumb(open)], isOwner: false, opened: [] });
    expect(branches.shared.map(({ title, canEdit }) => [title, canEdit])).toEqual([
      ['Top', undefined],
      ['Open', true],
      ['Below', true],
    ]);
    expect(branches.own).toEqual([]);
  });
});
