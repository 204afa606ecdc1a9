import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { chooseSetting, enterAsNew, untilHydrated, writeDocument } from '#tests/e2e/journey.ts';
import { setStage } from '#tests/e2e/stage.ts';

const stage = setStage();

/** Changes a page's HTML before the browser parses it. */
async function rewritten(page: Page, path: string, change: (html: string) => string): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: change(await answer.text()) });
  });
}

const withoutId = (html: string) => html.replace(/(<script id="user-info"[^>]*>)[^<]*/, '$1{}');
const withoutCarrier = (html: string) => html.replace(/<script id="user-info".*?<\/script>/, '');
const spinner = (page: Page) => page.getByRole('status', { name: 'Loading' });

describe('the gate', () => {
  it('specification §2: the one-time value is read, cleared, and its carrier removed', async () => {
    const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled: true });
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver((changes) => {
        for (const { addedNodes, removedNodes } of changes) {
          for (const node of addedNodes) if ((node as Element).id === 'user-info') seen.push(`in ${node.textContent}`);
          for (const node of removedNodes)
            if ((node as Element).id === 'user-info') seen.push(`out ${node.textContent}`);
        }
      }).observe(document, { childList: true, subtree: true });
    });
    const answer = await page.goto(`${stage.server.url}/login`);
    const sent = /<script id="user-info"[^>]*>([^<]*)/.exec((await answer?.text()) ?? '')![1]!;
    await untilHydrated(page);
    expect(JSON.parse(sent).id).toMatch(/^c[a-z0-9]{23}$/);
    expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([`in ${sent}`, 'out ']);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each([
    ['without an id', withoutId],
    ['missing', withoutCarrier],
  ])('specification §2: with user info %s the page is a full-screen large spinner', async (_name, change) => {
    const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: true });
    await rewritten(page, '/login', change);
    await page.goto(`${stage.server.url}/login`);
    await spinner(page).waitFor();
    expect(await spinner(page).getAttribute('class')).toContain('w-8');
    const box = await spinner(page).locator('..').boundingBox();
    expect(box).toEqual({ x: 0, y: 0, width: 1280, height: 860 });
    expect(await page.getByRole('heading').count()).toBe(0);
    await context.close();
  });

  it('specification §2: on /auth-callback the page is there at once, whatever user info says', async () => {
    const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: true });
    await rewritten(page, '/auth-callback', withoutId);
    await page.goto(`${stage.server.url}/auth-callback`);
    await untilHydrated(page);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    expect(await spinner(page).count()).toBe(0);
    await context.close();
  });

  it('specification §2: without JavaScript the page is simply there', async () => {
    const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: false });
    await rewritten(page, '/login', withoutId);
    await page.goto(`${stage.server.url}/login`);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    expect(await spinner(page).count()).toBe(0);
    await context.close();
  });
});

describe('signing out', () => {
  it.each([
    ['answered', null],
    ['that failed', 500],
    ['that was lost', 'aborted'],
  ] as const)(
    'specification §4: a call %s signs out, clears the client and loads the start page whole',
    async (_name, status) => {
      const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: true });
      await enterAsNew(page, stage.server, `out-${status}@example.com`);
      await untilHydrated(page);
      await page.evaluate(() => Object.assign(window, { sameDocument: true }));
      const calls: string[] = [];
      const release = Promise.withResolvers<void>();
      await page.route('**/api/auth/logout', async (route) => {
        calls.push(route.request().method());
        await release.promise;
        if (status === 'aborted') await route.abort();
        else if (status) await route.fulfill({ status, json: { statusCode: status, message: 'refused' } });
        else await route.continue();
      });
      const loaded = page.waitForEvent('load');
      await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect.poll(() => calls).toEqual(['POST']);
      // The button is disabled until the server responds.
      await expect.poll(() => page.getByRole('button', { name: 'Sign out' }).isDisabled()).toBe(true);
      release.resolve();
      await loaded;
      expect(page.url()).toBe(`${stage.server.url}/`);
      expect(await page.evaluate(() => 'sameDocument' in window)).toBe(false);
      await page.getByText('Signed out').waitFor();
      // The form of the page without scripts ends the session after a failed call, or tells that it could not.
      expect(await page.getByRole('main').getByRole('link', { name: 'Create an account' }).isVisible()).toBe(true);
      await context.close();
    },
  );
});

it('a page that is slow to load shows a line after 300 ms, until it is there', async () => {
  const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  await enterAsNew(page, stage.server, 'slow@example.com');
  await untilHydrated(page);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/starred\.data/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    document.addEventListener('click', () => times.push(performance.now()), { once: true });
    new MutationObserver(() => {
      if (times.length === 1 && document.querySelector('[role="progressbar"]')) times.push(performance.now());
    }).observe(document, { childList: true, subtree: true });
  });
  const line = page.getByRole('progressbar', { name: 'Loading' });
  await page.getByRole('navigation').getByRole('link', { name: 'Starred' }).click();
  await line.waitFor();
  const [pressed, shown] = await page.evaluate(() => (window as unknown as { times: [number, number] }).times);
  expect(shown - pressed).toBeGreaterThanOrEqual(300);
  expect(await page.getByRole('main').getAttribute('aria-busy')).toBe('true');
  const [bar, box] = [await page.getByRole('banner').boundingBox(), await line.boundingBox()];
  expect([box!.y, box!.height]).toEqual([bar!.height, 2]);
  resolve();
  await page.getByRole('heading', { level: 1, name: 'Starred' }).waitFor();
  await line.waitFor({ state: 'detached' });
  expect(await page.getByRole('main').getAttribute('aria-busy')).toBeNull();
  expect(complaints).toEqual([]);
  await context.close();
});

describe('faults', () => {
  it('specification §2: the fallback says Something went wrong!, and Try again reloads the page', async () => {
    const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled: true });
    await enterAsNew(page, stage.server, 'faults@example.com', { isAdmin: true });
    await page.goto(`${stage.server.url}/test-sentry`);
    await untilHydrated(page);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await page.getByRole('button', { name: 'While rendering in the browser' }).click();
    await page.getByRole('heading', { level: 1, name: 'Something went wrong!' }).waitFor();
    expect(complaints.some((text) => text.startsWith('Page error:'))).toBe(true);
    // Header and tree stay mounted.
    expect(await page.getByRole('banner').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Test error reporting' }).waitFor();
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(false);
    await context.close();
  });

  it('a page that cannot be fetched says so in the theme, blames nobody and loads once online', async () => {
    const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled: true });
    await enterAsNew(page, stage.server, 'cut-off@example.com');
    await untilHydrated(page);
    await chooseSetting(page, true, { menu: 'Theme', choice: 'Light' });
    await page.locator('html.light').waitFor();
    // The browser counts as online, as in a network without a way out.
    await page.route(/\.data/, (route) => route.abort());
    await page.getByRole('navigation').getByRole('link', { name: 'Starred' }).click();
    await page.getByRole('heading', { level: 1, name: 'No connection' }).waitFor();
    expect(await page.locator('html').getAttribute('class')).toBe('light');
    await page.unroute(/\.data/);
    await context.setOffline(true);
    await context.setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'Starred' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('specification §2: all pages load lazily: what a page needs comes with it, not before', async () => {
    const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled: true });
    const scripts: string[] = [];
    page.on('response', (answer) => scripts.push(new URL(answer.url()).pathname));
    await page.goto(`${stage.server.url}/login`);
    await untilHydrated(page);
    await page.waitForLoadState('networkidle');
    const isThere = (name: string) => scripts.some((path) => path.startsWith(`/assets/${name}-`));
    expect([isThere('login'), isThere('register'), isThere('document'), isThere('token-usage')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
    await page.waitForURL(/register/);
    await expect.poll(() => isThere('register')).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('specification §8: texts that cannot be had leave the page as the server made it, and its forms work', async () => {
    const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: true });
    let asked = 0;
    await page.route('**/locales/en.json', (route) => {
      asked += 1;
      return route.fulfill({ status: 404, body: '{}' });
    });
    const failed = page.waitForEvent('console', (message) => message.text().startsWith('The page is not hydrated'));
    await enterAsNew(page, stage.server, 'textless@example.com');
    expect((await failed).text()).toContain('failed loading /locales/en.json: status 404');
    await writeDocument(page, 'Written all the same', 'Text');
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Written all the same');
    expect(asked).toBeGreaterThan(0);
    await context.close();
  });
});

it('specification §2: the header is fixed at the top, with the logo text at its left leading home', async () => {
  const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: true, width: 360 });
  await page.goto(`${stage.server.url}/login`);
  const header = page.getByRole('banner');
  expect(await header.evaluate((element) => getComputedStyle(element).position)).toBe('fixed');
  const logo = header.getByRole('link', { name: 'Arbor' });
  expect(await logo.getAttribute('href')).toBe('/');
  const [at, settings] = [
    await logo.boundingBox(),
    await header.getByRole('button', { name: 'Settings' }).boundingBox(),
  ];
  expect(at!.x).toBeLessThan(40);
  expect(settings!.x).toBeGreaterThan(at!.x + at!.width);
  await context.close();
});
