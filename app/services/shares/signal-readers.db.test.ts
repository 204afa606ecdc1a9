import { expect, onTestFinished, test } from 'vitest';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { purgeAccounts } from '#app/services/accounts/purge-accounts.ts';
import { deleteAccounts } from '#app/services/administration/delete-account.ts';
import { archiveDocument, restoreDocument } from '#app/services/documents/archive-document.ts';
import { listChildren } from '#app/services/documents/list-children.ts';
import { createGroup } from '#app/services/groups/change-group.ts';
import { type LiveSignal, onLiveSignal } from '#app/services/live/live-signals.ts';
import { shareWithGroup } from '#app/services/shares/share-with-group.ts';
import { undoImport } from '#app/services/transfer/import/undo-import.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { importFiles } from '#tests/support/uploads.ts';

const DAY = 24 * 3600;

/** Owner, two readers and a group with access to documents of a branch; a third person is closed out. */
async function sharedBranch() {
  const [owner, reader, below, closedOut] = [
    await buildUser(),
    await buildUser(),
    await buildUser(),
    await buildUser(),
  ];
  const top = await buildDocument({ owner });
  const child = await buildDocument({ owner, parent: top });
  await buildShare({ owner, document: top, to: reader });
  await buildShare({ owner, document: child, to: reader });
  await buildShare({ owner, document: child, to: below });
  await buildShare({ owner, document: child, to: closedOut, permission: 'NONE' });
  const groupId = await createGroup(OPERATOR, `Gardeners ${top.id}`);
  await shareWithGroup(owner, child.id, { groupId, permission: 'READ' });
  return { owner, top, child, groupId, readerIds: [reader.id, below.id].sort() };
}

/** Returns the people and groups to whom an act signals changed shares. */
async function toldBy(act: () => Promise<unknown>) {
  const signals: LiveSignal[] = [];
  const stop = onLiveSignal((sent) => signals.push(sent));
  onTestFinished(stop);
  await act();
  stop();
  const people = signals.flatMap((sent) => (sent.kind === 'shares' ? sent.userIds : []));
  return {
    people: people.sort(),
    groups: signals.flatMap((sent) => (sent.kind === 'group-shares' ? sent.groupId : [])),
  };
}

describeOnBoth('the readers of a branch are told once each', () => {
  test('when it is archived and restored', async () => {
    const { owner, top, groupId, readerIds } = await sharedBranch();
    for (const act of [archiveDocument, restoreDocument])
      expect(await toldBy(() => act(owner, top.id))).toEqual({ people: readerIds, groups: [groupId] });
  });

  test('when the account of its owner is purged', async () => {
    const clock = stopClock();
    const { owner, groupId, readerIds } = await sharedBranch();
    await deleteAccounts(OPERATOR, [owner.id]);
    clock.advance(30 * DAY);
    expect(await toldBy(() => purgeAccounts(OPERATOR))).toEqual({ people: readerIds, groups: [groupId] });
  });

  test('when its import is undone', async () => {
    const [owner, reader] = [await buildUser(), await buildUser()];
    const { id } = await importFiles(owner, { 'beds.md': '# Beds' });
    const [beds] = await listChildren(owner, null);
    await buildShare({ owner, document: beds!, to: reader });
    expect(await toldBy(() => undoImport(owner, id))).toEqual({ people: [reader.id], groups: [] });
  });
});
