import type { Browser, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { violationsOn } from '#tests/e2e/axe.ts';
import { newVisitor, workersChromium } from '#tests/e2e/chromium.ts';
import { enterCode, PASSWORD, signIn, signOut, signUp } from '#tests/e2e/journey.ts';
import { buildPerson, emailOf, type GitHubPerson } from '#tests/support/github-server.ts';
import { buildGooglePerson } from '#tests/support/google-server.ts';
import { socialSuite } from '#tests/support/social-sign-in.ts';

const suite = socialSuite();
let browser: Browser;

beforeAll(async () => {
  browser = await workersChromium();
});

const home = () => `${suite.server.url}/`;
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name });

/** Clicks the button and consents on GitHub's page. */
async function continueWithGitHub(page: Page, person: GitHubPerson, answer = 'Authorize Arbor'): Promise<void> {
  suite.github.person = person;
  await button(page, 'Continue with GitHub').click();
  await page.getByRole('link', { name: answer }).click();
}

describe.each([
  ['without JavaScript', false],
  ['with JavaScript', true],
])('social sign-in, %s', (_name, javaScriptEnabled) => {
  it('makes an account, finds it again, and keeps the last way in', async () => {
    const { page, context, complaints } = await newVisitor(browser, { javaScriptEnabled });
    const person = buildPerson({ name: 'Octavia' });
    await page.goto(`${suite.server.url}/register?redirectTo=/starred`);
    await continueWithGitHub(page, person);
    await page.waitForURL(`${suite.server.url}/starred`);
    await page.getByRole('status').getByText('Welcome to Arbor').waitFor();
    await page.goto(`${suite.server.url}/settings`);
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Octavia');
    await page.goto(home());
    await signOut(page);
    await page.goto(`${suite.server.url}/login`);
    await page.getByLabel('Keep me signed in').check();
    await continueWithGitHub(page, person);
    await page.waitForURL(home());
    const refresh = (await context.cookies()).find(({ name }) => name === 'arbor_refresh');
    expect(refresh?.expires).toBeGreaterThan(Date.now() / 1000 + 29 * 24 * 3600);

    await page.goto(`${suite.server.url}/settings`);
    await button(page, 'Unlink GitHub').click();
    await page.getByRole('alert').getByText('no password').waitFor();
    await page.getByText('Linked', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('A9: links to an account after its password, and by its settings', async () => {
    const { page, context, complaints } = await newVisitor(browser, { javaScriptEnabled });
    const email = `link-${javaScriptEnabled}@example.com`;
    await signUp(page, suite.server, email);
    await signOut(page);
    await page.goto(`${suite.server.url}/login?redirectTo=/starred`);
    await continueWithGitHub(page, buildPerson({ email }));
    await page.getByRole('heading', { name: 'Link GitHub to your account' }).waitFor();
    expect(await page.getByLabel('E-mail').inputValue()).toBe(email);
    if (javaScriptEnabled) expect(await violationsOn(page)).toEqual([]);
    await page.getByLabel('Password').fill(PASSWORD);
    await button(page, 'Sign in').click();
    await page.waitForURL(`${suite.server.url}/starred`);
    await page.getByRole('status').getByText('GitHub can now sign you in').waitFor();

    suite.google.person = buildGooglePerson();
    await page.goto(`${suite.server.url}/settings`);
    await button(page, 'Link Google').click();
    await page.waitForURL(`${suite.server.url}/settings`);
    await page.getByRole('status').getByText('Google can now sign you in').waitFor();
    await button(page, 'Unlink GitHub').click();
    await button(page, 'Link GitHub').waitFor();
    if (javaScriptEnabled) expect(await violationsOn(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('A9: links to an account without a password by a code from its mail', async () => {
    const { page, context, complaints } = await newVisitor(browser, { javaScriptEnabled });
    const person = buildPerson();
    suite.google.person = buildGooglePerson({ email: emailOf(person) });
    await page.goto(`${suite.server.url}/login`);
    await button(page, 'Continue with Google').click();
    await page.waitForURL(home());
    await signOut(page);
    await page.goto(`${suite.server.url}/login?redirectTo=/starred`);
    await continueWithGitHub(page, person);
    await page.getByText('without a password').waitFor();
    expect(await page.getByLabel('Password').count()).toBe(0);
    await button(page, 'Send me a code').click();
    await page.waitForURL(/\/link-account/);
    await enterCode(page, suite.server.dataDir, emailOf(person));
    await page.waitForURL(`${suite.server.url}/starred`);
    await page.getByRole('status').getByText('GitHub can now sign you in').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('A8: comes back to the sign-in page from a no, a stale return and an unverified address, and says why', async () => {
    const { page, context, complaints } = await newVisitor(browser, { javaScriptEnabled });
    await page.goto(`${suite.server.url}/login?redirectTo=/starred`);
    await continueWithGitHub(page, buildPerson(), 'Cancel');
    await page.getByRole('alert').getByText('GitHub was not allowed to sign you in').waitFor();
    expect(page.url()).toBe(`${suite.server.url}/login?redirectTo=%2Fstarred`);
    await page.goto(`${suite.server.url}/auth-callback?code=x&state=y`);
    await page.getByRole('alert').getByText('begun elsewhere').waitFor();
    await continueWithGitHub(page, buildPerson({ verified: false }));
    await page.getByRole('alert').getByText('GitHub has not verified your e-mail address').waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await signIn(page, suite.server.url, 'nobody@example.com', PASSWORD);
    await page.getByRole('alert').getByText('E-mail or password is incorrect').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});

it('what was posted after the session had ended survives signing in with a provider', async () => {
  const { page, context, complaints } = await newVisitor(browser, { javaScriptEnabled: false });
  const person = buildPerson();
  await page.goto(`${suite.server.url}/login`);
  await continueWithGitHub(page, person);
  await page.waitForURL(home());
  await page.getByRole('main').getByLabel('Title').fill('Typed too late');
  await context.clearCookies({ name: /arbor_/ });
  await page.getByRole('main').getByRole('button').first().click();
  const opened = context.waitForEvent('page');
  await button(page, 'Continue with GitHub').click();
  const tab = await opened;
  await tab.getByRole('link', { name: 'Authorize Arbor' }).click();
  await tab.waitForURL(home());
  await tab.close();
  await button(page, 'I have signed in: go on').click();
  await expect.poll(() => page.getByRole('main').getByLabel('Title').inputValue()).toBe('Typed too late');
  expect(complaints).toEqual([]);
  await context.close();
});

it('the return page is there at once, gate or no gate', async () => {
  const { page, context } = await newVisitor(browser, { javaScriptEnabled: true });
  await page.route('**/auth-callback', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/<script id="user-info"[\s\S]*?<\/script>/, '');
    await route.fulfill({ response, body });
  });
  await page.goto(`${suite.server.url}/auth-callback`);
  await page.getByRole('alert').getByText('Start again').waitFor();
  await page.getByLabel('E-mail').waitFor();
  await context.close();
});
