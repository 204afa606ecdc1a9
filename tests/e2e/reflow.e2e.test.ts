import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { launchChromium } from '#tests/e2e/chromium.ts';
import { everySecond, type Garden, type Seat, takeSeat } from '#tests/e2e/every-page.ts';
import { untilHydrated } from '#tests/e2e/journey.ts';
import { plantLongGarden } from '#tests/e2e/long-garden.ts';
import { setOwnStage } from '#tests/e2e/stage.ts';
import { AiServer } from '#tests/support/ai-server.ts';
import { isLong } from '#tests/support/length.ts';

const WIDTHS = isLong ? [320, 390, 768, 1280] : [320, 768, 1280];
/** Widths of unfolded pages: the narrowest, and the one with the sidebar. */
const UNFOLDED_WIDTHS = isLong ? WIDTHS : [320, 1280];
const provider = new AiServer();
const stage = setOwnStage({ beside: provider, env: () => provider.env });
let garden: Garden;
beforeAll(async () => {
  garden = await plantLongGarden(stage.server);
});

/**
 * Returns the elements that make the page wider than the window, innermost first. Tables and code scroll inside
 * themselves.
 */
const tooWide = (page: Page, width: number): Promise<string[]> =>
  page.evaluate((width) => {
    const root = document.documentElement;
    if (root.scrollWidth <= width) return [];
    const scrolls = (element: Element): boolean => {
      for (let up = element.parentElement; up && up !== root; up = up.parentElement) {
        if (up !== document.body && getComputedStyle(up).overflowX !== 'visible') return true;
      }
      return false;
    };
    const beyond = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > width + 0.5 && !scrolls(element),
    );
    const inner = beyond.filter((element) => !beyond.some((other) => other !== element && element.contains(other)));
    const names = (inner.length > 0 ? inner : [root]).slice(0, 3).map((element) => {
      const parents = [element, element.parentElement, element.parentElement?.parentElement];
      const path = parents.map((each) =>
        each ? each.tagName.toLowerCase() + (each.className ? `.${each.className}` : '') : '',
      );
      return path.reverse().join(' > ');
    });
    return [`${root.scrollWidth}: ${names.join(' | ')}`];
  }, width);

/** Opens every part that is folded. */
const unfold = (page: Page) =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '');
  });

async function measure(page: Page, path: string, widths = WIDTHS, unfolded = UNFOLDED_WIDTHS): Promise<string[]> {
  const found: string[] = [];
  for (const state of ['', ' unfolded']) {
    if (state !== '') await unfold(page);
    for (const width of widths.filter((each) => state === '' || unfolded.includes(each))) {
      await page.setViewportSize({ width, height: 800 });
      found.push(...(await tooWide(page, width)).map((text) => `${path}${state} at ${width} is ${text}`));
    }
  }
  return found;
}

it.each<Seat>(['visitor', 'owner', 'reader'])(
  'no page of a %s is wider than the window, with long words, folded and unfolded, at several widths',
  async (seat) => {
    const { page, context } = await takeSeat(stage.browser, garden, seat, { javaScriptEnabled: false });
    const found: string[] = [];
    const paths = [...garden.pages[seat], ...(seat === 'visitor' ? [garden.link] : [])];
    for (const path of paths) {
      await page.goto(new URL(path, stage.server.url).href);
      found.push(...(await measure(page, path)));
    }
    expect(found).toEqual([]);
    await context.close();
  },
);

it('with scripts neither, the editor included', async () => {
  const { page, context } = await takeSeat(stage.browser, garden, 'owner');
  const found: string[] = [];
  const shown = garden.pages.owner.filter((path) => /^\/$|^\/doc\/|^\/search|^\/settings/.test(path));
  const paths = everySecond(shown, 1);
  expect(paths).toContain(`${garden.document}/edit`);
  for (const path of paths) {
    await page.goto(stage.server.url + path);
    await untilHydrated(page);
    found.push(...(await measure(page, path)));
  }
  expect(found).toEqual([]);
  await context.close();
});

it('no page is wider than the window with letters twice as large, as a person sets them in the browser', async () => {
  const browser = await launchChromium(['--blink-settings=defaultFontSize=32']);
  const found: string[] = [];
  for (const seat of ['visitor', 'owner'] as const) {
    const { page } = await takeSeat(browser, garden, seat, { javaScriptEnabled: false });
    for (const path of garden.pages[seat]) {
      await page.goto(stage.server.url + path);
      if (path === '/')
        expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
      found.push(...(await measure(page, path, isLong ? [390, 768, 1280] : [390, 1280], [390])));
    }
  }
  expect(found).toEqual([]);
  await browser.close();
});

/** Returns the controls of the header and of the editor's upper bar that leave the window or lie on another one. */
const crowded = (page: Page, width: number): Promise<string[]> =>
  page.evaluate((width) => {
    const parts = [...document.querySelectorAll('.bar > *, .editor-bar > *')].filter(
      (part) => part.checkVisibility() && part.getBoundingClientRect().width > 1 && !part.matches('.push'),
    );
    const boxes = parts.map((part) => ({
      name: part.className || part.tagName,
      ...part.getBoundingClientRect().toJSON(),
    }));
    return boxes.flatMap((box, at) => [
      ...(box.right > width + 0.5 ? [`${box.name} ends at ${box.right}`] : []),
      ...boxes
        .slice(at + 1)
        .filter((other) => Math.min(box.right, other.right) - Math.max(box.left, other.left) > 0.5)
        .filter((other) => Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 0.5)
        .map((other) => `${box.name} lies on ${other.name}`),
    ]);
  }, width);

it('letters twice as large leave every control of a phone in the window, none on another, and no column of single letters', async () => {
  const browser = await launchChromium(['--blink-settings=defaultFontSize=32']);
  const { page } = await takeSeat(browser, garden, 'owner', { width: 360, hasTouch: true });
  const found: string[] = [];
  for (const rest of ['', '/edit', '/history']) {
    const path = garden.document + rest;
    await page.goto(stage.server.url + path);
    await untilHydrated(page);
    if (rest === '/edit') await page.locator('.save-note').waitFor();
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 740 });
      const faults = [...(await tooWide(page, width)), ...(await crowded(page, width))];
      found.push(...faults.map((text) => `${path} at ${width}: ${text}`));
    }
  }
  expect(found).toEqual([]);
  const row = await page.locator('.revisions .row').first().boundingBox();
  expect(row!.width).toBeGreaterThan(200);
  await browser.close();
});

/** Opens a phone with the owner's session. */
async function phone(width = 390): Promise<Page> {
  const context = await stage.browser.newContext({
    hasTouch: true,
    isMobile: true,
    viewport: { width, height: 844 },
  });
  const cookies = [...garden.people.owner.browser.cookies].map(([name, value]) => ({
    name,
    value,
    url: stage.server.url,
  }));
  await context.addCookies(cookies);
  return context.newPage();
}

it('under a finger a field has letters of 16 px, so that no phone zooms into it, and a disclosure or the name of a file is 44 px high', async () => {
  const page = await phone();
  const small: string[] = [];
  for (const path of everySecond(garden.pages.owner)) {
    await page.goto(stage.server.url + path);
    const found = await page.evaluate(() =>
      [...document.querySelectorAll('input:not([type=hidden], [type=checkbox], [type=radio]), select, textarea')]
        .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
        .map((field) => `${field.tagName} ${field.id || field.getAttribute('name')}`),
    );
    small.push(...found.map((field) => `${path}: ${field}`));
    const low = await page.evaluate(() =>
      [...document.querySelectorAll('main summary, .hit-branches .chip')]
        .filter((part) => part.checkVisibility() && !part.closest('.prose'))
        .filter((part) => part.getBoundingClientRect().height < 44)
        .map((part) => `${part.textContent} is ${part.getBoundingClientRect().height} px high`),
    );
    small.push(...low.map((part) => `${path}: ${part}`));
  }
  expect(small).toEqual([]);
  await page.goto(`${stage.server.url}${garden.document}/files`);
  const names = await page.locator('.files a').evaluateAll((links) =>
    links.map((link) => {
      const { height, top } = link.getBoundingClientRect();
      return { isHigh: height >= 43, isInRow: top >= link.closest('li')!.getBoundingClientRect().top };
    }),
  );
  expect(names).not.toEqual([]);
  expect(names.filter(({ isHigh, isInRow }) => !isHigh || !isInRow)).toEqual([]);
  await page.context().close();
});

it('the current one of a row of tabs is in view on a phone, as wide as its letters may be', async () => {
  for (const width of [390, 320]) {
    const page = await phone(width);
    await page.goto(`${stage.server.url}/admin/token-usage?by=owner`);
    const tabs = page.locator('.tabs');
    const [row, current] = [(await tabs.boundingBox())!, (await tabs.locator('[aria-current]').boundingBox())!];
    expect(current.x + current.width).toBeLessThanOrEqual(row.x + row.width + 1);
    await page.context().close();
  }
});

it('on a phone the tree opens over the page, closes by Escape, a tap beside it and a link; without scripts it is a page', async () => {
  const { page, context } = await takeSeat(stage.browser, garden, 'owner', { width: 390 });
  await page.goto(stage.server.url + garden.document);
  await untilHydrated(page);
  const [button, side] = [
    page.getByRole('link', { name: 'Documents', exact: true }),
    page.getByRole('navigation', { name: 'My documents' }),
  ];
  await button.click();
  await side.waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-current'))).toBe('page');
  expect(await page.evaluate(() => document.activeElement?.closest('.tree') !== null)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.keyboard.press('Escape');
  await side.waitFor({ state: 'hidden' });
  expect(await button.evaluate((link) => link === document.activeElement)).toBe(true);
  await button.click();
  await page.mouse.click(380, 500);
  await side.waitFor({ state: 'hidden' });
  await button.click();
  await side.getByRole('link', { name: 'Starred' }).click();
  await page.waitForURL('**/starred');
  await side.waitFor({ state: 'hidden' });
  await context.close();
  const plain = await takeSeat(stage.browser, garden, 'owner', { width: 390, javaScriptEnabled: false });
  await plain.page.goto(stage.server.url + garden.document);
  await plain.page.getByRole('link', { name: 'Documents', exact: true }).click();
  await plain.page.waitForURL('**/?tree');
  await plain.page.getByRole('navigation', { name: 'My documents' }).waitFor();
  await plain.context.close();
});
