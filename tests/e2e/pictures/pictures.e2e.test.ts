import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { differenceOf, reduce } from '#tests/e2e/pictures/compare.ts';
import { setOwnStage } from '#tests/e2e/stage.ts';
import { makeAccount } from '#tests/support/made-account.ts';
import { makeDocument, visitor } from '#tests/support/people.ts';

const ACCEPTED = join(import.meta.dirname, 'accepted');
/** Pictures that are not as accepted. */
const CHANGED = join(import.meta.dirname, '../../../build/pictures');
/** True for `npm run pictures`, which accepts what the pages look like now. */
const isReplacing = process.env.PICTURES === 'replace';
/** Share of pixels, in per cent, that may differ between machines. */
const TOLERANCE = 0.25;

/** Latin letters only: the typefaces of the application have them, so that they are the same on every machine. */
const TEXT = `A plan for the beds behind the house, with *all* that was **learned** and a [link](https://example.com).

## Soil

- [x] Turn the compost
- [ ] Sow the beans
- [ ] Water, if it has not rained

> [!NOTE]
> Beans follow potatoes.

| Bed | Crop | Weeks |
| --- | --- | ---: |
| North | Beans | 9 |
| South | Kale | 14 |

## Seeds

\`\`\`js
const rows = beds.map((bed) => bed.length / 0.3);
\`\`\`

Sums stand as $a^2 + b^2$, words as \`code\`.
`;

type Look = {
  theme?: 'light' | 'dark';
  width: number;
  forcedColors?: boolean;
  isPrinted?: boolean;
  /** Fingers instead of a pointer that hovers. */
  isTouched?: boolean;
  /** Size of letters, in per cent of the usual one. */
  letters?: number;
};

const LOOKS: Record<string, Look> = {
  wide: { width: 1440 },
  phone: { width: 390, theme: 'dark' },
  forced: { width: 1280, forcedColors: true },
  touch: { width: 768, isTouched: true },
  large: { width: 1280, letters: 200, theme: 'dark' },
  print: { width: 794, isPrinted: true },
};
const PAGES = ['home', 'document', 'edit', 'share', 'history', 'search', 'settings', 'login'] as const;
type PageName = (typeof PAGES)[number];

const stage = setOwnStage();
let cookies: [string, string][];
const paths = {} as Record<PageName, string>;

beforeAll(async () => {
  mkdirSync(ACCEPTED, { recursive: true });
  ({ cookies } = await makeAccount(stage.server, { email: 'ada@example.com' }));
  const ada = visitor(stage.server);
  for (const [name, value] of cookies) ada.browser.cookies.set(name, value);
  await ada.browser.request('/api/auth/me');
  const { id } = await makeDocument(ada, { title: 'Kitchen garden', content: TEXT });
  await makeDocument(ada, { title: 'North bed', parentId: id, content: 'Beans.' });
  await makeDocument(ada, { title: 'Travel', content: 'By train to the garden of a friend.' });
  await ada.api.post(`/api/documents/${id}/shares`, { email: 'grace@example.com', permission: 'READ' });
  Object.assign(paths, { home: '/', search: '/search?keyword=garden', settings: '/settings', login: '/login' });
  Object.assign(paths, { document: `/doc/${id}`, edit: `/doc/${id}/edit` });
  Object.assign(paths, { share: `/doc/${id}/share`, history: `/doc/${id}/history` });
});

/** Opens a browser that waits for the typefaces, which are optional: a first view may come without them. */
async function openBrowser({ width, theme = 'light', forcedColors, isPrinted, isTouched }: Look): Promise<Page> {
  // Without scripts nothing moves.
  const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: false, width });
  await context.addCookies([{ name: 'vite-ui-theme', value: theme, url: stage.server.url }]);
  await page.emulateMedia({
    reducedMotion: 'reduce',
    forcedColors: forcedColors ? 'active' : 'none',
    media: isPrinted ? 'print' : 'screen',
  });
  if (isTouched) {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  }
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/font-display:\s*optional/g, 'font-display:block');
    await route.fulfill({ response, body });
  });
  return page;
}

async function open(page: Page, name: PageName, { letters }: Look): Promise<void> {
  const { url } = stage.server;
  const context = page.context();
  if (name === 'login') await context.clearCookies({ name: /^arbor_(?:access|refresh)$/ });
  else await context.addCookies(cookies.map(([key, value]) => ({ name: key, value, url })));
  await page.goto(url + paths[name]);
  if (letters)
    await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), `${letters}%`);
  await page.evaluate(() => document.fonts.ready);
  // Times depend on the moment.
  await page.evaluate(() => {
    for (const time of document.querySelectorAll('time')) time.textContent = 'just now';
  });
}

const draw = async (page: Page) => reduce(await page.screenshot({ animations: 'disabled', caret: 'hide' }));

/** Keeps the new picture where a person can look at it, and says so. */
async function reportChange(name: string, taken: Buffer): Promise<void> {
  mkdirSync(CHANGED, { recursive: true });
  writeFileSync(join(CHANGED, name), taken);
  process.stdout.write(`Looks different: ${join('build/pictures', name)}\n`);
}

const accepted = (name: PageName, look: string) => join(ACCEPTED, `${name}-${look}.png`);

describe.each(Object.entries(LOOKS))('%s', (look, traits) => {
  let page: Page;
  beforeAll(async () => {
    page = await openBrowser(traits);
  });
  const shown = traits.isPrinted ? (['document'] as const) : PAGES;
  it.each(shown)('%s looks as accepted', async (name) => {
    await open(page, name, traits);
    const taken = await draw(page);
    const file = accepted(name, look);
    const difference = existsSync(file) ? await differenceOf(taken, await readFile(file)) : 100;
    if (difference > TOLERANCE) await reportChange(`${name}-${look}.png`, taken);
    if (isReplacing) writeFileSync(file, taken);
    else expect(difference).toBeLessThanOrEqual(TOLERANCE);
  });
});

it.each(['.prose table', '.side', '.actions'])('a page without %s does not look as accepted', async (selector) => {
  const page = await openBrowser(LOOKS.wide!);
  await open(page, 'document', LOOKS.wide!);
  await page
    .locator(selector)
    .first()
    .evaluate((part) => part.setAttribute('style', 'visibility: hidden'));
  expect(await differenceOf(await draw(page), await readFile(accepted('document', 'wide')))).toBeGreaterThan(TOLERANCE);
  await page.context().close();
});
