import { describe, expect, test } from 'vitest';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { handOverAccount } from '#app/services/accounts/hand-over-account.ts';
import { deleteAccounts } from '#app/services/administration/delete-account.ts';
import { archiveDocument } from '#app/services/documents/archive-document.ts';
import { createDocument } from '#app/services/documents/create-document.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { createGroup } from '#app/services/groups/change-group.ts';
import { signIn } from '#app/services/sign-in/sign-in.ts';
import { select } from '#db/connection.ts';
import { faults, findWords, purge, removeBranch, setBackups } from '#tests/support/backup-parts.ts';
import { DIALECTS } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser, newEmail, PASSWORD } from '#tests/support/factories.ts';
import { HERE } from '#tests/support/sign-up.ts';
import { titlesOf, treeOf } from '#tests/support/uploads.ts';

describe.each(DIALECTS)('a part of a backup (%s)', (dialect) => {
  const { backUp, bringBack } = setBackups(dialect);

  test('is a purged account that signs in again, with what it owned and nothing that others gave', async () => {
    const [account, friend, heir] = [await buildUser({ password: PASSWORD }), await buildUser(), await buildUser()];
    const group = await createGroup(OPERATOR, `Club ${account.id}`);
    const own = await buildDocument({ owner: account, title: 'Own', content: 'zephyr' });
    await archiveDocument(account, (await buildDocument({ owner: account, title: 'Archived' })).id);
    await buildShare({ owner: account, document: own, to: friend });
    const foreign = await buildDocument({ owner: friend, title: 'Foreign' });
    await buildShare({ owner: friend, document: foreign, to: account });
    // The heir wrote in it, so that the purge hands it over.
    const common = await buildDocument({ owner: account, title: 'Common' });
    await buildShare({ owner: account, document: common, to: heir, permission: 'EDIT' });
    const note = await createDocument(heir, { title: 'Note', content: '', parentId: common.id });
    const file = await backUp();
    await expect(bringBack(file, { account: newEmail('unknown') })).rejects.toMatchObject({ reason: 'noAccount' });
    await deleteAccounts(OPERATOR, [account.id]);
    await expect(bringBack(file, { account: account.email })).rejects.toMatchObject({ reason: 'deleted' });
    await purge(account);
    expect(titlesOf(await treeOf(heir, null))).toEqual([['Common', ['Note']]]);
    await expect(bringBack(file, { branch: own.id })).rejects.toMatchObject({ reason: 'noOwner' });

    const restored = await bringBack(file, { account: account.email });
    expect([restored.recipient.account?.id, restored.plan.existing]).toEqual([account.id, [common.id, note.id]]);
    expect(await signIn({ email: account.email, password: PASSWORD, remember: false }, HERE)).toMatchObject({
      user: { id: account.id, role: 'USER' },
    });
    expect(titlesOf(await treeOf(account, null))).toEqual([['Own']]);
    expect(await findWords(friend, 'zephyr')).toEqual([own.id]);
    await expect(getDocument(account, foreign.id)).rejects.toMatchObject({ error: 'documentNotFound' });
    const groups = await select('SELECT group_id FROM group_members WHERE group_id = $group', { group });
    expect(groups).toEqual([]);
    expect(await faults()).toEqual([]);
    const [act] = await select<{ subject: string }>("SELECT subject FROM audit WHERE action = 'user.restore-backup'");
    expect(act?.subject).toBe(account.id);
  });

  test('of an account whose address is taken goes to nobody, or to whom it is given', async () => {
    const account = await buildUser();
    await buildDocument({ owner: account, title: 'Theirs' });
    const file = await backUp();
    await purge(account);
    const other = await buildUser({ email: account.email });
    await expect(bringBack(file, { account: account.email })).rejects.toMatchObject({ reason: 'taken' });
    const restored = await bringBack(file, { account: account.email, to: other.email });
    expect(restored.recipient.account).toBeNull();
    expect(titlesOf(await treeOf(other, null))).toEqual([['Theirs']]);
  });

  test('leaves what was handed over since to its new owner', async () => {
    const [account, heir] = [await buildUser(), await buildUser()];
    const top = await buildDocument({ owner: account, title: 'Handed over' });
    const lost = await buildDocument({ owner: account, parent: top, title: 'Lost' });
    const file = await backUp();
    await removeBranch(account, lost.id);
    await handOverAccount(OPERATOR, { from: account.email, to: heir.email });
    await bringBack(file, { account: account.email });
    expect([titlesOf(await treeOf(account, null)), titlesOf(await treeOf(heir, null))]).toEqual([
      [['Lost']],
      [['Handed over']],
    ]);
    expect(await faults()).toEqual([]);
  });
});
