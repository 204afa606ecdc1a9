import sharp from 'sharp';
import { expect } from 'vitest';
import { type SignedIn, Walk } from '#tests/e2e/intents/walk.ts';
import type { Stage } from '#tests/e2e/stage.ts';
import { appCode } from '#tests/support/authenticator.ts';
import { PASSWORD } from '#tests/support/factories.ts';
import { buildGooglePerson, type GoogleServer } from '#tests/support/google-server.ts';
import { anotherDevice } from '#tests/support/people.ts';
import { letProofLapse } from '#tests/support/proof-lapse.ts';
import { refuseMailsTo } from '#tests/support/refuse-mails.ts';

const AT = '/settings ';

/** Posts the forms of every section of the settings, and those of the header. */
export async function settings(stage: Stage, google: GoogleServer): Promise<void> {
  const olga = await Walk.openAs(stage, 'settler');
  await olga.goto('/settings');
  await olga.send('/preferences announcement-dismiss');
  await olga.send('/preferences choose');
  await olga.goto('/settings');
  await olga.send(`${AT}profile`, { fields: { displayName: 'Olga' }, tells: 'Saved' });
  await olga.send(`${AT}presence`, { fields: { showReading: true }, tells: 'Saved' });
  await olga.send(`${AT}notifications`, { fields: { comment: 'daily' }, tells: 'Saved' });
  await refuseMailsTo(stage.server, olga.person);
  await olga.goto('/inbox');
  await olga.page.getByText(`Mails to ${olga.person.email} are refused`).waitFor();
  await olga.page.getByRole('link', { name: 'See the settings' }).click();
  await olga.page.getByText('550 5.1.1 No such mailbox').waitFor();
  await olga.send(`${AT}mail-retry`, { tells: `A mail to ${olga.person.email} is on its way` });
  expect(await olga.page.getByText('550 5.1.1 No such mailbox').count()).toBe(0);
  const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: 'green' } });
  const image = { name: 'me.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() };
  await olga.send(`${AT}profile-image`, { fields: { image }, tells: 'Saved' });
  await olga.send(`${AT}profile-image-remove`, { tells: 'Saved' });
  await olga.send(`${AT}token-create`, { fields: { name: 'Backup' }, tells: 'Token created' });
  await olga.goto('/settings');
  await olga.send(`${AT}token-revoke`, { tells: 'Token revoked' });
  for (const intent of ['session-revoke', 'sessions-revoke-others']) {
    await anotherDevice(stage.server, olga.person);
    await olga.goto('/settings');
    await olga.send(AT + intent, { tells: 'Signed out there' });
  }
  google.person = buildGooglePerson();
  const within = olga.page.getByRole('listitem').filter({ hasText: 'Google' });
  await olga.send(`${AT}provider-link`, { within, tells: 'Google can now sign you in' });
  await olga.send(`${AT}provider-unlink`, { tells: 'Unlinked' });
  await factors(olga);
  const password = { currentPassword: PASSWORD, password: 'Orchard34' };
  await olga.send(`${AT}password`, { fields: password, tells: 'Password changed' });
  await letProofLapse(stage.server, olga.person);
  await olga.goto('/settings?prove=/starred');
  await olga.page.locator('[name=proofPassword]').fill('Orchard34');
  await olga.send(`${AT}prove`);
  await olga.goto('/settings');
  await olga.send(`${AT}email`, { fields: { email: 'moved@example.com' } });
  await olga.page.waitForURL(/\/verify/);
  await olga.goto('/settings');
  await olga.send(`${AT}account-delete`);
  await olga.send(`${AT}account-delete`, { fields: { password: 'Orchard34' }, tells: 'Your account is deleted' });
  await olga.context.close();
}

/** Adds an authenticator to mailed codes, renews the recovery codes, and signs in with a code. */
async function factors(olga: SignedIn): Promise<void> {
  const { email } = olga.person;
  await olga.goto('/settings');
  await olga.send(`${AT}two-factor`, { tells: 'Codes by e-mail are on' });
  await olga.send(`${AT}totp-start`, { tells: 'Scan the code' });
  const secret = (await olga.page.locator('.totp-setup .secret').innerText()).replaceAll(' ', '');
  await olga.send(`${AT}totp-confirm`, { fields: { code: appCode(secret) }, tells: 'Your recovery codes' });
  await olga.goto('/settings');
  await olga.send(`${AT}recovery-codes`, { fields: { password: PASSWORD }, tells: 'Your recovery codes' });
  await olga.send('/logout logout');
  await olga.goto('/login');
  await olga.send('/login sign-in', { fields: { email, password: PASSWORD } });
  await olga.send('/verify resend', { tells: 'A new code is on its way' });
  await olga.send('/verify verify', { fields: { code: appCode(secret, 1) }, tells: 'Your tree begins here' });
  await olga.goto('/settings');
  await olga.send(`${AT}totp-remove`, { fields: { password: PASSWORD }, tells: 'The authenticator app is removed' });
}
