import { Walk } from '#tests/e2e/intents/walk.ts';
import type { Stage } from '#tests/e2e/stage.ts';
import { appCode } from '#tests/support/authenticator.ts';

/**
 * Posts the forms of administration: the demanded second factor, accounts, groups, token usage, the test of error
 * reporting.
 */
export async function administer(stage: Stage): Promise<void> {
  const chief = await Walk.openAs(stage, 'chief', { isAdmin: true });
  await setUpFactor(chief);
  const other = await Walk.openAs(stage, 'changed');
  await accounts(chief, other.person.email);
  const guest = await Walk.openAs(stage, 'member');
  await groups(chief, guest, guest.person.email);
  await chief.goto('/admin/token-usage');
  await chief.send('/admin/token-usage limit', { fields: { monthlyLimit: '5000' }, tells: 'tokens a month' });
  await chief.send('/admin/token-usage ceiling', { fields: { monthlyTokens: '900000' }, tells: 'The ceiling is set' });
  await chief.send('/admin/token-usage ceiling-remove', { tells: 'The ceiling is removed' });
  await chief.send('/admin/token-usage reset', { tells: 'begins anew' });
  await chief.send('/admin/token-usage reset-all', { tells: 'begin' });
  await chief.goto('/test-sentry');
  await chief.fails('/test-sentry action', 'Something went wrong!');
  await Promise.all([other.context.close(), guest.context.close(), chief.context.close()]);
}

/**
 * Sets up a demanded second factor, before which no other page opens. Discards an authenticator first and starts again.
 */
async function setUpFactor(chief: Walk): Promise<void> {
  const at = '/second-factor ';
  await chief.goto('/starred');
  await chief.page.waitForURL(/\/second-factor/);
  await chief.send(`${at}totp-start`);
  await chief.send(`${at}totp-remove`);
  await chief.send(`${at}totp-start`);
  const secret = (await chief.page.locator('.secret').first().innerText()).replaceAll(' ', '');
  await chief.send(`${at}totp-confirm`, { fields: { code: appCode(secret) }, tells: 'Your recovery codes' });
  await chief.page.locator('main a[href="/starred"]').click();
  await chief.page.waitForURL(/\/starred$/);
  const other = await Walk.openAs(chief.stage, 'deputy', { isAdmin: true });
  await other.goto('/starred');
  await other.send(`${at}two-factor`, { tells: 'Codes by e-mail are on' });
  await other.page.waitForURL(/\/starred$/);
  await other.context.close();
}

async function accounts(chief: Walk, email: string): Promise<void> {
  const at = '/admin/users ';
  await chief.goto('/admin/users');
  const row = () => ({ within: chief.page.getByRole('row', { name: email }) });
  await chief.send(`${at}promote`, { ...row(), tells: `${email} is an administrator` });
  await chief.send(`${at}demote`, { ...row(), tells: 'no administrator any more' });
  await chief.send(`${at}suspend`, { ...row(), tells: `${email} is suspended` });
  await chief.send(`${at}activate`, { ...row(), tells: `${email} can sign in again` });
  await chief.send(`${at}storage-limit`, { ...row(), fields: { megabytes: '50' }, tells: 'The storage limit of' });
  await chief.send(`${at}invite`, { fields: { email: 'new@example.com' }, tells: 'Invited new@example.com' });
  await chief.send(`${at}uninvite`, { tells: 'taken back' });
  const leaver = await Walk.openAs(chief.stage, 'leaver');
  await leaver.context.close();
  await chief.goto('/admin/users');
  await chief.send(`${at}delete`, { within: chief.page.getByRole('row', { name: leaver.person.email }) });
  await chief.send(`${at}delete`, { tells: `${leaver.person.email} is deleted` });
}

async function groups(chief: Walk, guest: Walk, email: string): Promise<void> {
  const at = '/admin/groups ';
  await chief.goto('/admin/groups');
  await chief.send(`${at}group-create`, { fields: { name: 'Gardeners' }, tells: 'Created group Gardeners' });
  await chief.send(`${at}group-rename`, { fields: { name: 'Growers' }, tells: 'Growers' });
  await chief.send(`${at}member-add`, { fields: { email }, tells: `${email} is in Growers now` });
  await chief.send(`${at}member-remove`, { tells: 'no longer in Growers' });
  await chief.send(`${at}keeper-add`, { fields: { email }, tells: 'keeps Growers now' });
  const own = '/groups ';
  await guest.goto('/groups');
  await guest.send(`${own}member-add`, { fields: { email }, tells: 'is in Growers now' });
  await guest.send(`${own}member-remove`, { tells: 'no longer in Growers' });
  await guest.send(`${own}member-add`, { fields: { email }, tells: 'is in Growers now' });
  await guest.send(`${own}group-leave`, { tells: 'You left Growers' });
  await chief.goto('/admin/groups');
  await chief.send(`${at}keeper-remove`, { tells: 'no longer keeps Growers' });
  await chief.send(`${at}group-delete`, { tells: 'Growers' });
}
