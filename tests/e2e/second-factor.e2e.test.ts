import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { enterAsNew, PASSWORD, plantDocument, signIn, signOut, untilInPlace } from '#tests/e2e/journey.ts';
import { setOwnStage, setStage } from '#tests/e2e/stage.ts';
import { appCode } from '#tests/support/authenticator.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { until } from '#tests/support/until.ts';

const stage = setStage();

/** Waits for `count` sign-in codes by mail and returns them. */
function signInCodes(email: string, count: number): Promise<string[]> {
  const read = async () => {
    const mails = await mailsTo(stage.server.dataDir, email);
    const codes = mails
      .filter(({ subject }) => subject === 'Your Arbor sign-in code')
      .flatMap(({ code }) => code ?? []);
    expect(codes.length).toBeGreaterThanOrEqual(count);
    return codes;
  };
  return until(read);
}

async function openSettings(page: Page): Promise<void> {
  await page.goto(`${stage.server.url}/settings`);
}

async function signsInWith(page: Page, label: string, code: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(code);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${stage.server.url}/`);
}

describe.each([
  ['without JavaScript', false],
  ['with JavaScript', true],
])('the second factor, %s', (_name, javaScriptEnabled) => {
  it('by mail, by authenticator, by recovery code', async () => {
    const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled });
    const email = `factor-${javaScriptEnabled}@example.com`;
    await enterAsNew(page, stage.server, email);

    // Sign in by mail, after a wrong code.
    await openSettings(page);
    await page.getByRole('button', { name: 'Switch on', exact: true }).click();
    await page.getByRole('status').getByText('Codes by e-mail are on').waitFor();
    await signOut(page);
    await signIn(page, stage.server.url, email, PASSWORD);
    await page.waitForURL(/\/verify\?type=2fa/);
    await page.getByLabel('Code', { exact: true }).fill('AAAAAA');
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('The code is wrong or has expired').waitFor();
    const [code] = await signInCodes(email, 1);
    await signsInWith(page, 'Code', code!.toLowerCase());

    // Sign in by authenticator, with the key shown beside the QR code.
    await openSettings(page);
    await page.getByRole('button', { name: 'Set up an app' }).click();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    const secret = (await page.locator('.totp-setup .secret').innerText()).replaceAll(' ', '');
    await page.getByLabel('Code', { exact: true }).fill(appCode(secret));
    await page.getByRole('button', { name: 'Confirm and switch on' }).click();
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    const recoveryCodes = await page.locator('.recovery-codes code').allInnerTexts();
    expect(recoveryCodes).toHaveLength(10);
    await openSettings(page);
    expect(await page.getByText(recoveryCodes[0]!).count()).toBe(0);
    await signOut(page);
    await signIn(page, stage.server.url, email, PASSWORD);
    await signsInWith(page, 'Code', appCode(secret, 1));

    // Sign in without the phone: by recovery code, then by mail.
    await signOut(page);
    await signIn(page, stage.server.url, email, PASSWORD);
    await page.getByText('No authenticator at hand?').click();
    await signsInWith(page, 'Recovery code', recoveryCodes[0]!.toLowerCase());
    await signOut(page);
    await signIn(page, stage.server.url, email, PASSWORD);
    await page.getByRole('button', { name: 'Send me a code by e-mail instead' }).click();
    await page
      .getByRole('main')
      .getByText(/One more step/)
      .waitFor();

    expect(complaints).toEqual([]);
    await context.close();
  });

  it('leads on to the page that was asked for, and gives it up with the password', async () => {
    const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled });
    const email = `wanted-${javaScriptEnabled}@example.com`;
    await enterAsNew(page, stage.server, email);
    const garden = await plantDocument(page, 'Garden', 'Beds');
    await openSettings(page);
    await page.getByRole('button', { name: 'Set up an app' }).click();
    const secret = (await page.locator('.totp-setup .secret').innerText()).replaceAll(' ', '');
    await page.getByLabel('Code', { exact: true }).fill(appCode(secret));
    await page.getByRole('button', { name: 'Confirm and switch on' }).click();
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    await signOut(page);
    await page.goto(`${stage.server.url}/login?redirectTo=${encodeURIComponent(new URL(garden).pathname)}`);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Code', { exact: true }).fill(appCode(secret, 1));
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(garden);
    await openSettings(page);
    await page.getByText('Remove the app').first().click();
    await page.locator('#totp-remove-password').fill('Wrong123');
    await page.getByRole('button', { name: 'Remove the app' }).click();
    await page.getByRole('alert').getByText('Password is incorrect').waitFor();
    await page.locator('#totp-remove-password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Remove the app' }).click();
    await page.getByRole('button', { name: 'Set up an app' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('makes a token that works at once and not once it is revoked; downloads everything', async () => {
    const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled });
    await enterAsNew(page, stage.server, `token-${javaScriptEnabled}@example.com`);
    await openSettings(page);
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.locator('.wrong', { hasText: 'Name is required' }).waitFor();
    await page.getByLabel('Name of a new token').fill('Backup');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('heading', { name: 'Your new token “Backup”' }).waitFor();
    const token = await page.locator('.shown-once .secret').innerText();
    const me = () => fetch(`${stage.server.url}/api/auth/me`, { headers: { Authorization: `Bearer ${token}` } });
    expect((await me()).status).toBe(200);
    if (javaScriptEnabled) {
      // The page loads its data again.
      await untilInPlace(page);
      await page.locator('#save-presence').click();
      await page.getByRole('status').getByText('Saved').waitFor();
      expect(await page.getByText(token).isVisible()).toBe(true);
    }
    await openSettings(page);
    expect(await page.getByText(token).count()).toBe(0);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download everything you own' }).click();
    expect((await download).suggestedFilename()).toMatch(/^arbor-[\d-]+\.zip$/);
    await page.getByRole('button', { name: 'Revoke “Backup”' }).click();
    await page.getByRole('status').getByText('Token revoked').waitFor();
    expect((await me()).status).toBe(401);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('the second factor, demanded', () => {
  const demanding = setOwnStage({ env: () => ({ REQUIRE_SECOND_FACTOR: 'all', ANNOUNCEMENT: 'Pruning on Sunday' }) });

  it('the recovery codes stay while the announcement above them is dismissed', async () => {
    const { page, context, complaints } = await newVisitor(demanding.browser, { javaScriptEnabled: true });
    await enterAsNew(page, demanding.server, 'demanded@example.com');
    await page.getByRole('button', { name: 'Set up an app' }).click();
    const secret = (await page.locator('.secret').first().innerText()).replaceAll(' ', '');
    await page.getByLabel('Code', { exact: true }).fill(appCode(secret));
    await page.getByRole('button', { name: 'Confirm and switch on' }).click();
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    await untilInPlace(page);
    await page.locator('.announcement button').click();
    await page.locator('.announcement').waitFor({ state: 'detached' });
    expect(await page.locator('.recovery-codes code').count()).toBe(10);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
