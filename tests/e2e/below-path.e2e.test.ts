import type { Page } from 'playwright';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { PATH, setStageBelow, watchAddresses } from '#tests/e2e/below-path.ts';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { everySecond, type Garden, plantGarden, type Seat } from '#tests/e2e/every-page.ts';
import {
  chooseSetting,
  enterAsNew,
  searchFor,
  signIn,
  signOut,
  signUp,
  untilHydrated,
  writeDocument,
} from '#tests/e2e/journey.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { visitor } from '#tests/support/people.ts';
import { startServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';
import { PNG } from '#tests/support/upload.ts';

const below = setStageBelow();
let garden: Garden;
beforeAll(async () => {
  garden = await plantGarden(below.stage.server);
});

/** Opens a browser as a person of the garden. */
async function sit(seat: Seat, javaScriptEnabled: boolean) {
  const visited = await newVisitor(below.stage.browser, { javaScriptEnabled });
  const kept = seat === 'visitor' ? [] : [...garden.people[seat].browser.cookies];
  await visited.context.addCookies(
    kept.map(([name, value]) => ({ name, value, domain: '127.0.0.1', path: PATH, sameSite: 'Lax' as const })),
  );
  return visited;
}

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('below a path, %s', (_name, javaScriptEnabled) => {
  it.each<Seat>(['visitor', 'owner', 'reader'])(
    'no page of a %s holds or asks for an address of ours outside of it',
    async (seat) => {
      const { page, context, complaints } = await sit(seat, javaScriptEnabled);
      const { outside } = watchAddresses(page, below.url);
      const found: string[] = [];
      const pages = [...garden.pages[seat], ...(seat === 'visitor' ? [garden.link.replace(PATH, '')] : [])];
      for (const path of everySecond(pages, javaScriptEnabled ? 0 : 1)) {
        const answer = await page.goto(below.url + path);
        if (javaScriptEnabled && !path.startsWith('/s/')) await untilHydrated(page);
        if (seat === 'owner' && answer?.status() === 401) found.push(`${path}: signed out`);
        found.push(...(await outside()).map((address) => `${path}: ${address}`));
        found.push(...complaints.splice(0).map((text) => `${path}: ${text}`));
      }
      expect(found).toEqual([]);
      await context.close();
    },
  );

  it('one signs up, writes, shares, uploads, shows to anyone, finds, changes the theme, signs out and in', async () => {
    const { page, context, complaints } = await newVisitor(below.stage.browser, { javaScriptEnabled });
    const { outside } = watchAddresses(page, below.url);
    const email = `ada-${javaScriptEnabled}@example.com`;
    const check = async () => expect(await outside()).toEqual([]);
    await signUp(page, below.place, email);
    const address = await writeDocument(page, 'Garden', 'Carrots go **north**.');
    expect(address.startsWith(`${below.url}/doc/`)).toBe(true);
    await check();
    await page.goto(`${address}/files`);
    await page.getByLabel('Add files').setInputFiles({ name: 'bed.png', mimeType: 'image/png', buffer: PNG });
    await page.getByRole('main').getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('main').getByRole('link', { name: 'bed.png', exact: true }).waitFor();
    await check();
    await page.goto(`${address}/share`);
    await page.getByRole('button', { name: 'Create the link' }).click();
    await page.getByRole('status').getByText('The link is ready').waitFor();
    const link = await page.getByLabel('Address').inputValue();
    expect(link.startsWith(`${below.url}/s/`)).toBe(true);
    await seenByAnyone(link);
    await check();
    await page.goto(`${below.url}/`);
    await searchFor(page, javaScriptEnabled, 'north');
    await page.waitForURL(/\/notes\/search\?/);
    await page.getByRole('main').getByRole('link', { name: 'Garden' }).click();
    await page.waitForURL(new RegExp(`^${address}`));
    await page.getByRole('heading', { level: 1, name: 'Garden' }).waitFor();
    await chooseSetting(page, javaScriptEnabled, { menu: 'Theme', choice: 'Light' });
    await page.locator('html[data-theme=light]').waitFor();
    await check();
    if (javaScriptEnabled) await signOut(page);
    else await page.context().clearCookies();
    await signIn(page, below.url, email, 'Garden12');
    await page.waitForURL(`${below.url}/`);
    await check();
    expect(complaints).toEqual([]);
    await context.close();
  });
});

async function seenByAnyone(link: string): Promise<void> {
  const { page, context } = await newVisitor(below.stage.browser, { javaScriptEnabled: false });
  const { outside } = watchAddresses(page, below.url);
  await page.goto(link);
  await page.locator('.prose strong', { hasText: 'north' }).waitFor();
  expect(await outside()).toEqual([]);
  await context.close();
}

it('two people write together, and every connection of their pages is below the path', async () => {
  const [ada, ben] = await Promise.all([1, 2].map(() => newVisitor(below.stage.browser, { javaScriptEnabled: true })));
  const emails = ['ada-live@example.com', 'ben-live@example.com'] as const;
  await enterBelow(ada!.page, emails[0]);
  await enterBelow(ben!.page, emails[1]);
  const watched = watchAddresses(ada!.page, below.url);
  const address = await writeDocument(ada!.page, 'Beds', 'Roses.');
  await ada!.page.goto(`${address}/share`);
  await ada!.page.getByLabel('E-mail').fill(emails[1]);
  await ada!.page.getByLabel('Permission').first().selectOption({ label: 'Can edit' });
  await ada!.page.getByRole('main').getByRole('button', { name: 'Share' }).click();
  await ada!.page.getByRole('status').getByText('Shared with').waitFor();
  await until(async () => {
    const [mail] = await mailsTo(below.stage.server.dataDir, emails[1]);
    expect(mail?.text).toContain(address);
  });
  for (const { page } of [ada!, ben!]) {
    await page.goto(`${address}/edit`);
    await page.locator('.cm-content').waitFor();
  }
  await ada!.page.getByRole('list', { name: 'Here now' }).waitFor();
  await ben!.page.locator('.cm-content').press('Control+End');
  await ben!.page.keyboard.type(' Ben was here.', { delay: 60 });
  await expect.poll(() => ada!.page.locator('.cm-content').innerText()).toContain('Ben was here.');
  expect(watched.sockets()).not.toEqual([]);
  expect(await watched.outside()).toEqual([]);
  expect([...ada!.complaints, ...ben!.complaints]).toEqual([]);
});

async function enterBelow(page: Page, email: string): Promise<void> {
  await enterAsNew(page, below.stage.server, email);
  await page.goto(`${below.url}/`);
  await until(async () => expect(new URL(page.url()).pathname).toBe(`${PATH}/`));
}

it('redirects, cookies, metadata and descriptions carry the path', async () => {
  const anyone = visitor({ ...below.stage.server, url: new URL(below.url).origin });
  const bare = await anyone.page.get(`${PATH}?lng=en`);
  const { pathname, search } = new URL(bare.headers.get('Location')!, below.url);
  expect([bare.status, pathname + search]).toEqual([308, `${PATH}/?lng=en`]);
  const closed = await anyone.page.get(`${PATH}/settings`);
  expect([closed.status, closed.headers.get('Location')]).toEqual([302, `${PATH}/login?redirectTo=%2Fsettings`]);
  expect(closed.setCookies.length).toBeGreaterThan(0);
  expect(closed.setCookies.filter((line) => !/; Path=\/notes(?:;|$)/.test(line))).toEqual([]);
  const description = await anyone.page.get(`${PATH}/api/openapi.json`);
  expect(JSON.parse(description.text).servers).toEqual([{ url: below.url }]);
  const told = await anyone.page.get(`${PATH}/.well-known/oauth-authorization-server`);
  const asked = await anyone.page.get(`/.well-known/oauth-authorization-server${PATH}`);
  expect(asked.text).toBe(told.text);
  expect(JSON.parse(told.text)).toMatchObject({ issuer: below.url, token_endpoint: `${below.url}/oauth/token` });
  const mcp = await anyone.page.get(`/.well-known/oauth-protected-resource${PATH}/mcp`);
  expect(JSON.parse(mcp.text).resource).toBe(`${below.url}/mcp`);
});

it('over https the names of cookies bind them to it, as those for the root of a host would be refused', async () => {
  const server = await startServer({ APP_URL: `https://example.com${PATH}` });
  onTestFinished(() => server.remove());
  const { setCookies } = await visitor(server).page.get('/login');
  expect(setCookies.map((line) => line.split('=')[0]).filter((name) => name?.startsWith('__'))).not.toEqual([]);
  expect(setCookies.filter((line) => line.startsWith('__Host-'))).toEqual([]);
  expect(setCookies.filter((line) => !/; Path=\/notes(?:;|$)/.test(line) || !/; Secure/.test(line))).toEqual([]);
});

it('a proxy may remove the path', async () => {
  const answer = await visitor(below.stage.server).page.get('/login');
  expect(answer.status).toBe(200);
  expect(answer.text).toContain(`action="${PATH}/login"`);
});
