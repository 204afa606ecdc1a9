import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { storage } from '#app/adapters/storage.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { purgeAccounts } from '#app/services/accounts/purge-accounts.ts';
import { deleteAccounts } from '#app/services/administration/delete-account.ts';
import { archiveDocument, deleteDocument } from '#app/services/documents/archive-document.ts';
import { emptyArchive } from '#app/services/documents/empty-archive.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { moveDocument } from '#app/services/documents/move-document.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { saveUpload } from '#app/services/files/save-upload.ts';
import { changeShare, leaveDocument, removeShare } from '#app/services/shares/change-share.ts';
import { listWritersBelow, listWritersUnder } from '#app/services/takeouts/list-writers.ts';
import { listTakeouts, openTakeout, removeExpiredTakeouts } from '#app/services/takeouts/open-takeout.ts';
import { packTakeouts, takeoutKey } from '#app/services/takeouts/pack-takeouts.ts';
import { execute, select } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { newestMail } from '#tests/support/outbox.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { isLeft, lossOf, settle, takenBy } from '#tests/support/takeouts.ts';

const DAY = 24 * 3600;

/**
 * Builds Ada's project, shared with Ben, who wrote a plan with a file and steps below it. Cy wrote a document beside
 * the plan.
 */
async function project() {
  const [ada, ben, cy] = [await buildUser(), await buildUser(), await buildUser()];
  const top = await buildDocument({ owner: ada, title: 'Project', content: 'Ada' });
  await buildShare({ owner: ada, document: top, to: ben, permission: 'EDIT' });
  await buildShare({ owner: ada, document: top, to: cy, permission: 'EDIT' });
  const plan = await buildDocument({ owner: ben, parent: top, title: 'Plan' });
  const bytes = Readable.from([Buffer.from('a sketch')]);
  const file = await saveUpload(ben, { fileName: 'sketch.txt', ext: 'txt', docId: plan.id }, bytes);
  await updateDocument(ben, plan.id, { content: `[Sketch](${file.downloadUrl})`, icon: '🗺️', autosave: false });
  const steps = await buildDocument({ owner: ben, parent: plan, title: 'Steps', content: 'One, two.' });
  const costs = await buildDocument({ owner: cy, parent: top, title: 'Costs', content: 'Ten.' });
  return { ada, ben, cy, top, plan, steps, costs };
}

describeOnBoth('work stays with whoever wrote it', () => {
  test('a deletion says whose documents go along, and brings each writer theirs by mail', async () => {
    const { ada, ben, cy, top, plan } = await project();
    await archiveDocument(ada, top.id);
    expect(await listWritersBelow(ada, top.id)).toEqual([
      { name: ben.email, count: 2 },
      { name: cy.email, count: 1 },
    ]);
    await deleteDocument(ada, top.id);
    const files = await takenBy(ben);
    expect([...files!.keys()]).toEqual(['1-Plan/index.md', '1-Plan/1-Steps.md', '1-Plan/index.files/sketch.txt']);
    expect(files!.get('1-Plan/index.md')).toContain('icon: "🗺️"');
    expect(files!.get('1-Plan/1-Steps.md')).toContain('One, two.');
    expect([...(await takenBy(cy))!.keys()]).toEqual(['1-Costs.md']);
    expect([await takenBy(ada), await isLeft(plan)]).toEqual([null, false]);
    const mail = await newestMail(DATA_DIR, ben.email);
    const [takeout] = await listTakeouts(ben);
    expect(mail.subject).toBe('Your 2 documents are kept for you');
    expect(mail.text).toContain(`/takeouts/${takeout!.id}`);
    expect(await outcomeOf(openTakeout(cy, takeout!.id))).toBe('notFound');
    expect(await outcomeOf(openTakeout(ada, takeout!.id))).toBe('notFound');
  });

  test('emptying the archive does the same', async () => {
    const { ada, ben, plan } = await project();
    await archiveDocument(ada, plan.id);
    await emptyArchive(ada);
    expect((await takenBy(ben))!.size).toBe(3);
    expect(await isLeft(plan)).toBe(false);
  });

  test('an ended share, a closed branch and leaving bring the text as it was then; what is still readable is left out', async () => {
    const { ada, ben, top, steps, plan } = await project();
    expect(await lossOf(ben, top)).toBe(2);
    await buildShare({ owner: ada, document: steps, to: ben, permission: 'READ' });
    expect(await lossOf(ben, top)).toBe(1);
    expect(await lossOf(ben, steps)).toBe(0);
    await removeShare(ada, top.id, { userId: ben.id });
    await updateDocument(ada, plan.id, { content: 'Ada’s secret', autosave: false });
    const files = await takenBy(ben);
    expect([...files!.keys()]).toEqual(['1-Plan.md', '1-Plan.files/sketch.txt']);
    expect(files!.get('1-Plan.md')).not.toContain('secret');
    expect(await outcomeOf(getDocument(ada, plan.id))).toBe('ok');

    const closed = await project();
    await buildShare({ owner: closed.ada, document: closed.plan, to: closed.ben, permission: 'EDIT' });
    await changeShare(closed.ada, closed.plan.id, { userId: closed.ben.id, permission: 'NONE' });
    expect((await takenBy(closed.ben))!.size).toBe(3);

    const { ben: leaver, top: leaving } = await project();
    await leaveDocument(leaver, leaving.id);
    expect((await takenBy(leaver))!.size).toBe(3);
  });

  test('a move out of the shared branch brings the text as it was then, with what was written below', async () => {
    const { ada, ben, cy, plan, costs } = await project();
    await moveDocument(ada, { id: plan.id, targetId: null, dropPosition: 0 });
    await updateDocument(ada, plan.id, { content: 'Ada’s secret', autosave: false });
    const files = await takenBy(ben);
    expect([...files!.keys()]).toEqual(['1-Plan/index.md', '1-Plan/1-Steps.md', '1-Plan/index.files/sketch.txt']);
    expect(files!.get('1-Plan/index.md')).not.toContain('secret');
    expect((await newestMail(DATA_DIR, ben.email)).text).toContain('moved out of what is shared with you');
    expect([await takenBy(cy), await takenBy(ada)]).toEqual([null, null]);
    await updateDocument(ada, costs.id, { parentId: null, autosave: false });
    expect([...(await takenBy(cy))!.keys()]).toEqual(['1-Costs.md']);
  });

  test('a move below a closed document takes the text away; one to where a share reaches, or within it, does not', async () => {
    const { ada, ben, cy, top, plan, steps, costs } = await project();
    const open = await buildDocument({ owner: ada, title: 'Open' });
    await buildShare({ owner: ada, document: open, to: ben, permission: 'READ' });
    await moveDocument(ada, { id: plan.id, targetId: costs.id, dropPosition: 0 });
    await moveDocument(ada, { id: plan.id, targetId: open.id, dropPosition: 0 });
    await buildShare({ owner: ada, document: steps, to: ben, permission: 'READ' });
    expect(await takenBy(ben)).toBeNull();
    const closed = await buildDocument({ owner: ada, parent: top, title: 'Closed' });
    await buildShare({ owner: ada, document: closed, to: ben, permission: 'NONE' });
    await moveDocument(ada, { id: plan.id, targetId: closed.id, dropPosition: 0 });
    expect([...(await takenBy(ben))!.keys()]).toEqual(['1-Plan.md', '1-Plan.files/sketch.txt']);
    expect(await takenBy(cy)).toBeNull();
  });

  test('nobody gets anything for a share that opens nothing they wrote, or while another still does', async () => {
    const { ada, cy, top, plan } = await project();
    await buildShare({ owner: ada, document: plan, to: cy, permission: 'READ' });
    await removeShare(ada, plan.id, { userId: cy.id });
    await changeShare(ada, top.id, { userId: cy.id, permission: 'READ' });
    expect(await takenBy(cy)).toBeNull();
  });

  test('a takeout outlives the process that recorded it: the next packs it, and only then the documents go', async () => {
    const clock = stopClock();
    const { ada, ben, cy, top, plan, costs } = await project();
    await execute("UPDATE users SET lng = 'zh' WHERE id = $id", { id: ben.id });
    await archiveDocument(ada, top.id);
    // With a file in place of the folder, nothing can be packed.
    const folder = join(DATA_DIR, 'uploads/takeouts');
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(folder, '');
    await deleteDocument(ada, top.id);
    const kept = [await takenBy(ben), await isLeft(plan), await isLeft(costs)];
    rmSync(folder);
    expect(kept).toEqual([null, true, true]);
    expect(await outcomeOf(getDocument(ada, top.id))).toBe('documentNotFound');
    expect(await packTakeouts()).toBe(0);
    clock.advance(601);
    expect(await packTakeouts()).toBe(2);
    expect([(await takenBy(ben))!.size, (await takenBy(cy))!.size]).toEqual([3, 1]);
    expect([await isLeft(plan), await isLeft(costs)]).toEqual([false, false]);
    expect((await newestMail(DATA_DIR, ben.email)).subject).toBe('已为你保留 2 篇文档');
  });

  test('a deleted account gets nothing for a share that ends or a branch that moves', async () => {
    const { ada, ben, cy, top, plan, costs } = await project();
    await deleteAccounts(OPERATOR, [ben.id, cy.id]);
    await removeShare(ada, top.id, { userId: ben.id });
    for (const { id } of [plan, costs]) await moveDocument(ada, { id, targetId: null, dropPosition: 0 });
    const sql = 'SELECT id FROM takeouts WHERE user_id IN ($ben, $cy)';
    expect(await select(sql, { ben: ben.id, cy: cy.id })).toEqual([]);
  });

  test('a zip is kept for thirty days', async () => {
    const clock = stopClock();
    const { ben, top } = await project();
    await leaveDocument(ben, top.id);
    await settle();
    const [takeout] = await listTakeouts(ben);
    clock.advance(30 * DAY - 60);
    expect(await removeExpiredTakeouts()).toBe(0);
    expect(await outcomeOf(openTakeout(ben, takeout!.id))).toBe('ok');
    clock.advance(60);
    expect(await outcomeOf(openTakeout(ben, takeout!.id))).toBe('notFound');
    expect(await storage().sizeOf(takeoutKey(takeout!.id))).toBeGreaterThan(0);
    await removeExpiredTakeouts();
    expect([await storage().sizeOf(takeoutKey(takeout!.id)), await listTakeouts(ben)]).toEqual([null, []]);
  });

  test('a purge brings those who can no longer write what they wrote', async () => {
    const clock = stopClock();
    const { ada, ben, cy, top, plan } = await project();
    await changeShare(ada, top.id, { userId: ben.id, permission: 'READ' });
    await changeShare(ada, top.id, { userId: cy.id, permission: 'READ' });
    expect(await listWritersUnder(ada.id)).toHaveLength(2);
    await deleteAccounts(OPERATOR, [ada.id]);
    clock.advance(30 * DAY);
    expect(await purgeAccounts(OPERATOR)).toHaveLength(1);
    expect((await takenBy(ben))!.size).toBe(3);
    expect((await takenBy(cy))!.size).toBe(1);
    expect([await isLeft(top), await isLeft(plan)]).toEqual([false, false]);
  });
});
