import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { purgeAccounts } from '#app/services/accounts/purge-accounts.ts';
import type { Actor } from '#app/services/actor.ts';
import { deleteAccounts } from '#app/services/administration/delete-account.ts';
import { archiveDocument } from '#app/services/documents/archive-document.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { listChildren } from '#app/services/documents/list-children.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { listFiles } from '#app/services/files/list-files.ts';
import { openFile } from '#app/services/files/open-file.ts';
import { saveUpload } from '#app/services/files/save-upload.ts';
import { mailsDelivered } from '#app/services/mail/deliver-mails.ts';
import { checkTree } from '#app/services/maintenance/check/check-tree.ts';
import { changeShare } from '#app/services/shares/change-share.ts';
import { listShares } from '#app/services/shares/list-shares.ts';
import { stopClock } from '#tests/support/clock.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { newestMail } from '#tests/support/outbox.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

const DAY = 24 * 3600;
const writes = (actor: Actor, { id }: { id: string }, content: string) =>
  updateDocument(actor, id, { content, autosave: false });
const roots = async (actor: Actor) => (await listChildren(actor, null)).map(({ title }) => title);

async function people() {
  const clock = stopClock();
  // The first account is the administrator, who cannot be deleted.
  await buildUser();
  const [ada, ben, cy] = [await buildUser(), await buildUser(), await buildUser()];
  const purge = async () => {
    await deleteAccounts(OPERATOR, [ada.id]);
    clock.advance(30 * DAY);
    const purged = await purgeAccounts(OPERATOR);
    await mailsDelivered();
    return purged.length;
  };
  return { clock, ada, ben, cy, purge };
}

describeOnBoth('the purge hands over', () => {
  test('a branch to the editor who wrote there last, with its files and the shares of the others', async () => {
    const { clock, ada, ben, cy, purge } = await people();
    const dora = await buildUser();
    const home = await buildDocument({ owner: ada, title: 'Home' });
    const project = await buildDocument({ owner: ada, parent: home, title: 'Project' });
    const notes = await buildDocument({ owner: ada, parent: project, title: 'Notes' });
    await buildShare({ owner: ada, document: home, to: dora, permission: 'READ' });
    for (const to of [ben, cy]) await buildShare({ owner: ada, document: project, to, permission: 'EDIT' });
    const bytes = Readable.from([Buffer.from('a sketch')]);
    const file = await saveUpload(ada, { fileName: 'sketch.txt', ext: 'txt', docId: notes.id }, bytes);
    await writes(cy, notes, 'Cy first');
    clock.advance(60);
    await writes(ben, notes, `Ben last [Sketch](${file.downloadUrl})`);
    clock.advance(60);
    await writes(ada, project, 'Ada after both');
    expect(await purge()).toBe(1);
    expect([await roots(ben), await roots(cy)]).toEqual([['Project'], []]);
    expect(await getDocument(ben, notes.id)).toMatchObject({ owner: { email: ben.email }, parentId: project.id });
    expect((await listFiles(ben, notes.id)).files).toHaveLength(1);
    expect(await text(await (await openFile(cy, file.id)).read())).toBe('a sketch');
    const shares = (await listShares(ben, project.id)).map(({ email, permission }) => [email, permission]);
    expect(shares.sort()).toEqual(
      [
        [cy.email, 'EDIT'],
        [dora.email, 'READ'],
      ].sort(),
    );
    await writes(cy, project, 'Cy still writes');
    expect(await outcomeOf(getDocument(dora, home.id))).toBe('documentNotFound');
    const mail = await newestMail(DATA_DIR, ben.email);
    expect([mail.subject, mail.text.includes(`/doc/${project.id}`)]).toEqual(['“Project” is yours now', true]);
    const found = [];
    for await (const finding of checkTree(false)) found.push(finding);
    expect(found).toEqual([]);
  });

  test('only as far as the heir may edit: what is closed, only read or archived is purged', async () => {
    const { ada, ben, purge } = await people();
    const project = await buildDocument({ owner: ada, title: 'Project' });
    const secret = await buildDocument({ owner: ada, parent: project, title: 'Secret' });
    const reopened = await buildDocument({ owner: ada, parent: secret, title: 'Reopened' });
    const old = await buildDocument({ owner: ada, parent: project, title: 'Old' });
    const letters = await buildDocument({ owner: ada, title: 'Letters' });
    await buildShare({ owner: ada, document: project, to: ben, permission: 'EDIT' });
    await buildShare({ owner: ada, document: secret, to: ben, permission: 'NONE' });
    await buildShare({ owner: ada, document: reopened, to: ben, permission: 'EDIT' });
    await buildShare({ owner: ada, document: letters, to: ben, permission: 'READ' });
    await archiveDocument(ada, old.id);
    await writes(ben, project, 'Ben');
    await writes(ben, reopened, 'Ben');
    expect(await purge()).toBe(1);
    expect((await roots(ben)).sort()).toEqual(['Project', 'Reopened']);
    expect(await listChildren(ben, project.id)).toEqual([]);
    for (const { id } of [secret, old, letters]) expect(await outcomeOf(getDocument(ben, id))).toBe('documentNotFound');
  });

  test('nothing to those who never wrote, whose account is deleted, or who may only read now', async () => {
    const { ada, ben, cy, purge } = await people();
    const gone = await buildUser();
    const project = await buildDocument({ owner: ada, title: 'Project' });
    await buildShare({ owner: ada, document: project, to: ben, permission: 'EDIT' });
    await buildShare({ owner: ada, document: project, to: gone, permission: 'EDIT' });
    const entry = await buildShare({ owner: ada, document: project, to: cy, permission: 'EDIT' });
    await writes(gone, project, 'Gone');
    await writes(cy, project, 'Cy');
    await deleteAccounts(OPERATOR, [gone.id]);
    await changeShare(ada, project.id, { shareId: entry.id, permission: 'READ' });
    expect(await purge()).toBeGreaterThan(0);
    expect([await roots(ben), await roots(cy)]).toEqual([[], []]);
    expect(await outcomeOf(getDocument(ben, project.id))).toBe('documentNotFound');
  });
});
