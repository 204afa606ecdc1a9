import { expect, test } from 'vitest';
import { type Administration, OPERATOR } from '#app/services/access/administrator.ts';
import { getActor } from '#app/services/accounts/get-actor.ts';
import type { Actor } from '#app/services/actor.ts';
import { createAccount } from '#app/services/administration/create-account.ts';
import { deleteAccount, deleteAccounts, previewDeletion } from '#app/services/administration/delete-account.ts';
import { listUsers } from '#app/services/administration/list-users.ts';
import { demoteAccounts, promoteAccounts } from '#app/services/administration/promote-account.ts';
import { setPassword } from '#app/services/administration/set-password.ts';
import { activateAccounts, restoreAccounts, suspendAccounts } from '#app/services/administration/suspend-account.ts';
import { listActs } from '#app/services/audit/list-acts.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import { findSession } from '#app/services/sessions/find-session.ts';
import { rotateSession } from '#app/services/sessions/rotate-session.ts';
import { startSession } from '#app/services/sessions/start-session.ts';
import { resetPassword } from '#app/services/sign-in/reset-password.ts';
import { signIn } from '#app/services/sign-in/sign-in.ts';
import { execute } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildUser, newEmail, PASSWORD } from '#tests/support/factories.ts';
import { newestMail } from '#tests/support/outbox.ts';
import { outcomeOf, tally } from '#tests/support/outcome.ts';
import { beginSignUp, DEVICE, HERE } from '#tests/support/sign-up.ts';

const web = (actor: Actor): Administration => ({ via: 'web', actor });
const EVERYONE = { keyword: '', page: 1, limit: 1000, sort: 'email', order: 'asc' } as const;

async function buildAdministrator(): Promise<Actor> {
  const email = newEmail('chief');
  await createAccount({ email, password: null, isAdmin: true });
  return getActor(email);
}

const signInAs = ({ email }: Actor) => signIn({ email, password: PASSWORD, remember: false }, HERE);

describeOnBoth('administration of accounts', () => {
  test('A6: suspending and deleting end every session at once and signing in is userNotActive', async () => {
    const chief = await buildAdministrator();
    for (const end of [suspendAccounts, deleteAccounts]) {
      const user = await buildUser({ password: PASSWORD });
      const devices = [await startSession(user.id, DEVICE), await startSession(user.id, DEVICE)];
      await end(web(chief), [user.id]);
      for (const { accessToken, refreshToken } of devices) {
        expect(await findSession(accessToken)).toBeNull();
        expect(await outcomeOf(rotateSession(refreshToken))).toBe('invalidRefreshToken');
      }
      expect(await outcomeOf(signInAs(user))).toBe('userNotActive');
      await activateAccounts(web(chief), [user.id]);
      expect(await outcomeOf(signInAs(user))).toBe('ok');
      for (const { accessToken } of devices) expect(await findSession(accessToken)).toBeNull();
    }
  });

  test('D1: no one but an administrator may do any of it, and nothing changes', async () => {
    const [user, other] = [await buildUser(), await buildUser()];
    const acts = [suspendAccounts, activateAccounts, deleteAccounts, restoreAccounts, promoteAccounts, demoteAccounts];
    for (const act of [...acts, previewDeletion]) {
      expect(await outcomeOf(act(web(user), [other.id]))).toBe('permissionDenied');
    }
    expect(await outcomeOf(setPassword(web(user), other.id, null))).toBe('permissionDenied');
    expect(await outcomeOf(listUsers(web(user), EVERYONE))).toBe('permissionDenied');
    expect(await outcomeOf(listActs(web(user), 10))).toBe('permissionDenied');
    expect(await getActor(other.email)).toEqual(other);
  });

  test('an unknown account among several: none is changed, and the unknown ones are named', async () => {
    const user = await buildUser();
    const work = suspendAccounts(OPERATOR, [user.email, 'nobody@example.com', 'deleted user']);
    await expect(work).rejects.toMatchObject({
      error: 'userNotFound',
      fields: { '': [{ key: 'user.unknown', values: { names: 'nobody@example.com, deleted user' } }] },
    });
    expect(await outcomeOf(getActor(user.email))).toBe('ok');
  });

  test('accounts are named by id or address, in any case, once each', async () => {
    const user = await buildUser();
    const changed = await suspendAccounts(OPERATOR, [` ${user.email.toUpperCase()} `, user.id]);
    expect(changed).toMatchObject([{ id: user.id, status: 'SUSPENDED' }]);
  });

  test('deleting keeps the date it began with; restoring brings the account back, and only a deleted one', async () => {
    const clock = stopClock();
    const user = await buildUser();
    await buildDocument({ owner: user });
    const [deleted] = await deleteAccounts(OPERATOR, [user.id]);
    expect(deleted).toMatchObject({ status: 'DELETED', documents: 1, purgeAt: '2026-04-09T12:00:00.000Z' });
    clock.advance(3600);
    expect(await deleteAccounts(OPERATOR, [user.id])).toEqual([{ ...deleted, isChanged: false }]);
    expect(await outcomeOf(suspendAccounts(OPERATOR, [user.id]))).toBe('userNotActive');
    expect(await outcomeOf(promoteAccounts(OPERATOR, [user.id]))).toBe('userNotFound');
    expect(await restoreAccounts(OPERATOR, [user.id])).toMatchObject([{ status: 'ACTIVE', purgeAt: null }]);
    await suspendAccounts(OPERATOR, [user.id]);
    expect(await outcomeOf(restoreAccounts(OPERATOR, [user.id]))).toBe('userNotActive');
  });

  test('a password set for someone signs them out, works, and they are told; a grant works once', async () => {
    const user = await buildUser({ password: PASSWORD });
    const { accessToken } = await startSession(user.id, DEVICE);
    expect((await setPassword(OPERATOR, user.email, 'Orchard34')).tempId).toBeNull();
    expect(await findSession(accessToken)).toBeNull();
    expect(await outcomeOf(signInAs(user))).toBe('passwordIncorrect');
    expect(await outcomeOf(signIn({ email: user.email, password: 'Orchard34', remember: false }, HERE))).toBe('ok');
    await awaitMails();
    expect((await newestMail(DATA_DIR, user.email)).subject).toContain('password');
    const { tempId } = await setPassword(OPERATOR, user.email, null);
    expect(await outcomeOf(resetPassword(tempId!, PASSWORD))).toBe('ok');
    expect(await outcomeOf(resetPassword(tempId!, PASSWORD))).toBe('invalidTempId');
    expect(await outcomeOf(signInAs(user))).toBe('ok');
    await suspendAccounts(OPERATOR, [user.id]);
    expect(await outcomeOf(setPassword(OPERATOR, user.email, null))).toBe('userNotActive');
  });

  test('every act is in the trail, with who did it and to whom; what changed nothing is not', async () => {
    const chief = await buildAdministrator();
    const user = await buildUser();
    await promoteAccounts(web(chief), [user.id]);
    await promoteAccounts(web(chief), [user.id]);
    await demoteAccounts(OPERATOR, [user.id]);
    await suspendAccounts(web(chief), [user.id]);
    const acts = (await listActs(web(chief), 100)).filter(({ subject }) => subject === user.email);
    expect(acts.map(({ action, via, actor }) => [action, via, actor]).sort()).toEqual([
      ['user.create', 'cli', null],
      ['user.demote', 'cli', null],
      ['user.promote', 'web', chief.email],
      ['user.suspend', 'web', chief.email],
    ]);
  });

  test('the list finds a keyword in address, name and user name, with % and _ as themselves', async () => {
    const user = await buildUser({ email: newEmail('under_score') });
    await execute("UPDATE users SET display_name = '100% 王小明', username = $name WHERE id = $id", {
      id: user.id,
      name: `wang${process.pid}`,
    });
    const find = async (keyword: string) => (await listUsers(OPERATOR, { ...EVERYONE, keyword })).items;
    for (const keyword of ['under_score', '100%', '小明', `WANG${process.pid}`]) {
      expect((await find(keyword)).map(({ id }) => id)).toEqual([user.id]);
    }
    for (const keyword of ['under%score', 'under-score', '1__%', '\\']) expect(await find(keyword)).toEqual([]);
  });

  test('the list is paged and sorted, each account once, and counts what each owns', async () => {
    const all = await listUsers(OPERATOR, EVERYONE);
    expect(all.items.map(({ email }) => email)).toEqual(all.items.map(({ email }) => email).toSorted());
    const pages = [1, 2, 3].map((page) => listUsers(OPERATOR, { ...EVERYONE, page, limit: 4 }));
    const paged = (await Promise.all(pages)).flatMap(({ items }) => items);
    expect(paged).toEqual(all.items.slice(0, 12));
    const suspended = await listUsers(OPERATOR, { ...EVERYONE, status: 'SUSPENDED' });
    expect(suspended.items.length).toBe(all.items.filter(({ status }) => status === 'SUSPENDED').length);
  });

  test('an unverified account can be kept out, and is not made an administrator', async () => {
    const pending = await beginSignUp();
    expect(await outcomeOf(promoteAccounts(OPERATOR, [pending.email]))).toBe('userNotFound');
    expect(await suspendAccounts(OPERATOR, [pending.email])).toMatchObject([{ status: 'SUSPENDED', verified: false }]);
    expect(await outcomeOf(createAccount({ ...pending, isAdmin: false }))).toBe('userNotActive');
  });
});

describeOnBoth('the last administrator', () => {
  test('stays: no demotion, suspension or deletion, by anyone', async () => {
    const chief = await buildAdministrator();
    await deleteOthers(chief);
    for (const act of [demoteAccounts, suspendAccounts, deleteAccounts, previewDeletion]) {
      expect(await outcomeOf(act(OPERATOR, [chief.id]))).toBe('permissionDenied');
      expect(await outcomeOf(act(web(chief), [chief.id]))).toBe('permissionDenied');
    }
    await setPassword(OPERATOR, chief.id, PASSWORD);
    expect(await outcomeOf(deleteAccount(chief, PASSWORD))).toBe('permissionDenied');
  });

  test('a suspended administrator does not count as another one', async () => {
    const [chief, deputy] = [await buildAdministrator(), await buildAdministrator()];
    await deleteOthers(chief, deputy);
    await suspendAccounts(OPERATOR, [deputy.id]);
    expect(await outcomeOf(demoteAccounts(OPERATOR, [chief.id]))).toBe('permissionDenied');
    expect(await outcomeOf(demoteAccounts(OPERATOR, [deputy.id]))).toBe('ok');
  });

  test('both of two at once: all or none', async () => {
    const [chief, deputy] = [await buildAdministrator(), await buildAdministrator()];
    await deleteOthers(chief, deputy);
    expect(await outcomeOf(demoteAccounts(OPERATOR, [chief.id, deputy.id]))).toBe('permissionDenied');
    expect(await getActor(chief.email)).toMatchObject({ role: 'ADMIN' });
  });

  test('stays when two remove each other at the same moment', async () => {
    const [chief, deputy] = [await buildAdministrator(), await buildAdministrator()];
    await deleteOthers(chief, deputy);
    const outcomes = await tally([suspendAccounts(web(chief), [deputy.id]), demoteAccounts(web(deputy), [chief.id])]);
    expect(outcomes).toEqual({ ok: 1, permissionDenied: 1 });
  });

  async function deleteOthers(...kept: Actor[]): Promise<void> {
    const ids = kept.map(({ id }) => `'${id}'`).join(', ');
    await execute(`UPDATE users SET role = 'USER' WHERE id NOT IN (${ids})`);
  }
});
