import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { enterAsNew, untilHydrated } from '#tests/e2e/journey.ts';
import { call } from '#tests/e2e/planted-tree.ts';
import { setStage } from '#tests/e2e/stage.ts';

const stage = setStage();
let count = 0;

const TEXT = `Read [the catalogue](https://example.com/seeds) and [home](/).

\`\`\`js
${Array.from({ length: 30 }, (_, line) => `plant(${line});`).join('\n')}
\`\`\`

<details><summary>Folded</summary>

Carrots in the north bed.

</details>
`;

/** Someone on the page of a document with links, code and a toggle. */
async function reader(javaScriptEnabled = true) {
  count += 1;
  const visitor = await newVisitor(stage.browser, { javaScriptEnabled: true });
  await enterAsNew(visitor.page, stage.server, `print-${count}@example.com`);
  const { id } = await call(visitor.page, 'POST', '/api/documents', { title: 'Seeds', content: TEXT, parentId: null });
  const url = `${stage.server.url}/doc/${id}`;
  if (javaScriptEnabled) {
    await visitor.page.goto(url);
    await untilHydrated(visitor.page);
    return { ...visitor, url };
  }
  const context = await stage.browser.newContext({
    javaScriptEnabled,
    storageState: await visitor.context.storageState(),
  });
  const page = await context.newPage();
  await page.goto(url);
  return { ...visitor, context, page, url };
}

const afterOf = (page: Page, name: string) =>
  page
    .locator('.prose')
    .getByRole('link', { name })
    .evaluate((link) => getComputedStyle(link, '::after').content);

it.each([true, false])('prints the text without its frame, with addresses (scripts: %s)', async (javaScriptEnabled) => {
  const { page, context } = await reader(javaScriptEnabled);
  await page.emulateMedia({ media: 'print' });
  for (const around of ['header.bar', '#side', '.actions', '#comments', '.toast-region', '.side-form']) {
    expect([around, await page.locator(around).first().isVisible()]).toEqual([around, false]);
  }
  expect(await page.getByRole('heading', { level: 1, name: 'Seeds' }).isVisible()).toBe(true);
  expect(await page.getByText('Carrots in the north bed.').isVisible()).toBe(true);
  expect(await afterOf(page, 'the catalogue')).toContain('https://example.com/seeds');
  expect(await afterOf(page, 'home')).toBe('none');
  const pre = await page.locator('.prose pre').evaluate((block) => {
    const { breakInside, whiteSpace, overflow } = getComputedStyle(block);
    return { breakInside, whiteSpace, overflow };
  });
  expect(pre).toEqual({ breakInside: 'avoid', whiteSpace: 'pre-wrap', overflow: 'visible' });
  const main = (await page.locator('#main').boundingBox())!;
  expect([main.x, main.width]).toEqual([0, 1280]);
  await context.close();
});

it('reduced motion: nothing moves, on any page and in what opens: menu, palette, drawer, toast, sheet', async () => {
  const { page, context, url } = await reader();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const moving = () =>
    page.evaluate(() => {
      const isMoving = (style: CSSStyleDeclaration) =>
        [style.transitionDuration, style.animationName === 'none' ? '0s' : style.animationDuration].some((times) =>
          times.split(', ').some((time) => Number.parseFloat(time) > 0),
        );
      const found = [...document.querySelectorAll('*')].filter((element) =>
        ['', '::before', '::after'].some((part) => isMoving(getComputedStyle(element, part || null))),
      );
      return [...found.map(({ className }) => String(className)), ...document.getAnimations().map(String)];
    });
  for (const path of [url, `${url}/edit`, `${url}/share`, `${stage.server.url}/`, `${stage.server.url}/search`]) {
    await page.goto(path);
    await untilHydrated(page);
    expect([path, ...(await moving())]).toEqual([path]);
  }
  await page.goto(url);
  await page.locator('.side-edge').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Sidebar', exact: true }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  expect(['menu', ...(await moving())]).toEqual(['menu']);

  await page.goto(url);
  await untilHydrated(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('Seeds');
  await page.getByRole('option', { name: 'Seeds' }).first().waitFor();
  expect(['palette', ...(await moving())]).toEqual(['palette']);

  await page.goto(`${url}/edit`);
  await page.locator('.cm-content').press('Control+End');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('.toast').waitFor();
  expect(['toast', ...(await moving())]).toEqual(['toast']);

  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(url);
  await untilHydrated(page);
  await page.getByRole('link', { name: 'Documents' }).click();
  await page.getByRole('treeitem', { name: 'Seeds' }).waitFor();
  expect(['drawer', ...(await moving())]).toEqual(['drawer']);
  await call(page, 'POST', `${new URL(url).pathname.replace('/doc/', '/api/documents/')}/comments`, {
    body: 'Which seeds?',
    quote: 'Read',
  });
  await page.goto(url);
  await expect
    .poll(async () => {
      await page.locator('a.passage-mark').first().click();
      return page.locator('.thread:popover-open').count();
    })
    .toBe(1);
  expect(['sheet', ...(await moving())]).toEqual(['sheet']);
  await context.close();
});
