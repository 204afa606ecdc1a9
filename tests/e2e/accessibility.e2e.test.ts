import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { violationsOn } from '#tests/e2e/axe.ts';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { faintTexts, faintUnderPointer } from '#tests/e2e/contrast.ts';
import { everySecond, type Garden, plantGarden, type Seat, takeSeat } from '#tests/e2e/every-page.ts';
import { untilHydrated } from '#tests/e2e/journey.ts';
import { faintOverPictures } from '#tests/e2e/painted-contrast.ts';
import { setOwnStage } from '#tests/e2e/stage.ts';
import { AiServer } from '#tests/support/ai-server.ts';
import { isLong } from '#tests/support/length.ts';

let garden: Garden;
const provider = new AiServer();

const stage = setOwnStage({ beside: provider, env: () => provider.env });
beforeAll(async () => {
  garden = await plantGarden(stage.server);
});

type Look = [width: number, theme: 'light' | 'dark'];
const WIDTHS = [320, 768, 1280];

/** Together, the two lists of the short form cover every combination of theme and width; a page has one of them. */
const LOOKS: Record<'en' | 'zh', Look[]> = isLong
  ? { en: everyLook(), zh: everyLook() }
  : {
      en: [
        [1280, 'light'],
        [768, 'dark'],
        [320, 'light'],
      ],
      zh: [
        [1280, 'dark'],
        [768, 'light'],
        [320, 'dark'],
      ],
    };

function everyLook(): Look[] {
  return WIDTHS.flatMap((width): Look[] => [
    [width, 'light'],
    [width, 'dark'],
  ]);
}

/**
 * True for the editor's list, which scrolls by arrow keys while focus stays in the text (`aria-activedescendant`). axe
 * accepts that only for a combobox, which a multi-line text must not be.
 */
const isWalkedFromText = ({ id, nodes }: { id: string; nodes: { html: string }[] }) =>
  id === 'scrollable-region-focusable' && nodes.every(({ html }) => html.includes('id="cm-ac-'));

/** Waits for the frame in which layout that depends on the window's size is updated. */
const painted = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

let checked = 0;

/**
 * Runs axe and the check of contrast on a page in the looks of a language. Loads the page once: the theme is a class of
 * the root. The short form has one look for each page, another for the next.
 */
async function violationsIn(page: Page, lng: keyof typeof LOOKS, where: string): Promise<string[]> {
  const found: string[] = [];
  const nth = checked++ % LOOKS[lng].length;
  for (const [width, theme] of isLong ? LOOKS[lng] : LOOKS[lng].slice(nth, nth + 1)) {
    await page.setViewportSize({ width, height: 860 });
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
      document.documentElement.className = name;
    }, theme);
    await painted(page);
    // Contrast is computed for every text; axe leaves out those it is not sure of.
    const faint = [
      ...(await faintTexts(page)),
      ...(await faintOverPictures(page)),
      ...(width > 1000 ? await faintUnderPointer(page) : []),
    ];
    found.push(...faint.map((text) => `${where} ${width} ${theme} contrast ${text}`));
    for (const { id, nodes } of (await violationsOn(page, ['color-contrast'])).filter(
      (each) => !isWalkedFromText(each),
    ))
      found.push(`${where} ${width} ${theme} ${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }
  await page.setViewportSize({ width: 1280, height: 860 });
  return found;
}

describe.each(['en', 'zh'] as const)('in %s, in both themes, at 320, 768 and 1280 px', (lng) => {
  const sit = async (seat: Seat) => {
    const visitor = await takeSeat(stage.browser, garden, seat, { lng });
    // Disable colour transitions, as axe would measure intermediate colours.
    await visitor.page.emulateMedia({ reducedMotion: 'reduce' });
    return visitor;
  };

  it.each(['visitor', 'owner', 'reader'] as const)(
    'axe finds nothing on any page of a %s',
    async (seat) => {
      const { page, context } = await sit(seat);
      const found: string[] = [];
      for (const path of everySecond(garden.pages[seat], lng === 'en' ? 0 : 1)) {
        await page.goto(stage.server.url + path);
        await untilHydrated(page);
        found.push(...(await violationsIn(page, lng, path)));
      }
      expect(found).toEqual([]);
      await context.close();
    },
    180_000,
  );

  it('axe finds nothing in what opens over a page: settings, menus, palette, lightbox, icons, toasts', async () => {
    const { page, context } = await sit('owner');
    const text = (en: string, zh: string) => (lng === 'en' ? en : zh);
    const found: string[] = [];
    const look = async (name: string) => found.push(...(await violationsIn(page, lng, name)));
    const open = async (path: string) => {
      await page.goto(stage.server.url + path);
      await untilHydrated(page);
    };
    await open(garden.document);
    await page.locator('summary[aria-haspopup=menu]').click();
    await page.getByRole('menuitem', { name: text('Theme', '主题') }).click();
    await page.getByRole('menuitemradio').first().waitFor();
    await look('the settings menu');

    await open(garden.document);
    await page.getByRole('treeitem', { name: 'Garden' }).first().click({ button: 'right' });
    await page.getByRole('menu').waitFor();
    await look('the menu of the tree');

    await open(garden.document);
    await page.getByRole('button', { name: text('More', '更多'), exact: true }).click();
    await page.locator('.actions #document-icon').click();
    await page.locator('.icon-picker-grid button').first().waitFor();
    await look('the icon picker');

    await open(garden.document);
    // Hovering the text loads the code that enlarges images.
    await page.locator('.prose img').hover();
    await page.locator('.prose img.zooms').click();
    await page.getByRole('dialog').waitFor();
    await look('the lightbox');

    await garden.people.owner.api.put(`/api${garden.document.replace('/doc/', '/documents/')}/cover`, {
      url: '/covers/hills.svg',
      isPreset: true,
    });
    await open(garden.document);
    // Loads the code that places a cover.
    await page.locator('.cover').hover();
    await page.getByRole('button', { name: text('Reposition', '调整位置') }).click();
    for (const brightness of [1, 9]) {
      await page
        .locator('.cover')
        .evaluate((cover, by) => cover.setAttribute('style', `filter: brightness(${by})`), brightness);
      await look(`a cover that is placed, ${brightness} times as bright`);
    }
    await garden.people.owner.api.delete(`/api${garden.document.replace('/doc/', '/documents/')}/cover`);

    await open(garden.document);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('gar');
    await page.getByRole('option', { name: 'Garden' }).first().waitFor();
    await look('the palette');

    await open('/test-sentry');
    await page.getByRole('button', { name: text('While rendering in the browser', '在浏览器里渲染时') }).click();
    await page.locator('main.screen').waitFor();
    await look('the screen after a fault');
    expect(found).toEqual([]);
    await context.close();
  });

  it('axe finds nothing in the editor and its menus, and in a toast', async () => {
    const { page, context } = await sit('owner');
    const found: string[] = [];
    await page.goto(`${stage.server.url}${garden.document}/edit`);
    const writing = page.locator('.cm-content');
    await writing.press('Control+End');
    found.push(...(await violationsIn(page, lng, 'the editor')));
    await page.keyboard.type(' /');
    await page.getByRole('option').first().waitFor();
    found.push(...(await violationsIn(page, lng, 'the slash menu')));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Backspace');
    await writing.press('Control+a');
    await page.locator('.cm-floating').waitFor();
    found.push(...(await violationsIn(page, lng, 'the floating toolbar')));
    await page.locator('.editor-bar button[value=save]').click();
    await page.locator('.toast').waitFor();
    found.push(...(await violationsIn(page, lng, 'a toast')));
    expect(found).toEqual([]);
    await context.close();
  });
});

it('axe finds nothing on a public link, which brings no theme of a session', async () => {
  for (const lng of ['en', 'zh'] as const) {
    const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: true, lng });
    await page.goto(stage.server.url + garden.link);
    expect(await violationsIn(page, lng, garden.link)).toEqual([]);
    await context.close();
  }
});

it('the check of contrast finds faint letters through opacity, hover and placeholders, and exempts disabled controls', async () => {
  const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  await page.setContent(`<style>button { color: #000; background: #fff } button:hover { color: #ccc }</style>
    <p style="color: #777">close</p><p style="color: #767676">enough</p>
    <p style="color: #777; font-size: 24px">large</p>
    <div style="opacity: 0.5"><p style="color: #000">faded</p></div>
    <div style="background: oklch(30% 0 0)"><p style="color: #333">dark on dark</p></div>
    <button disabled style="color: #ccc">off</button><button>hover</button>
    <input placeholder="hint" style="color: #000"><input class="hidden" placeholder="hidden">`);
  await page.addStyleTag({ content: '::placeholder { color: #aaa } .hidden::placeholder { color: transparent }' });
  const words = (found: string[]) => found.map((text) => /“(.*)”/.exec(text)![1]);
  expect(words(await faintTexts(page))).toEqual(['close', 'faded', 'dark on dark', 'hint']);
  expect(words(await faintUnderPointer(page))).toContain('hover');
  expect(words(await faintTexts(page))).not.toContain('hover');
  await context.close();
});

it('the check of contrast looks at what is painted behind letters: pictures, gradients and layers that let it through', async () => {
  const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  const dot = (color: string) =>
    `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="${color}"/></svg>`)}`;
  await page.setContent(`<style>p { margin: 0; font: 16px/30px sans-serif } div { position: relative; width: 300px }</style>
    <div><img src="${dot('#eee')}" width="300" height="30" alt=""><p style="position: absolute; top: 0; color: #fff">on a picture</p></div>
    <div><img src="${dot('#111')}" width="300" height="30" alt=""><p style="position: absolute; top: 0; color: #fff">on a dark one</p></div>
    <div style="background: linear-gradient(90deg, #fff, #000)"><p style="color: #fff">on a gradient</p></div>
    <div style="background: #333"><img src="${dot('#eee')}" width="300" height="30" alt="">
      <p style="position: absolute; top: 0; background: rgb(0 0 0 / 10%); color: #eee">on a veil</p></div>
    <div style="background: #333"><img src="${dot('#eee')}" width="300" height="30" alt="">
      <p style="position: absolute; top: 0; background: #333; color: #eee">on its own ground</p></div>
    <div><img src="${dot('#eee')}" width="300" height="30" alt="">
      <p style="position: absolute; top: 0; color: #fff; text-shadow: 0 0 2px #000, 0 0 2px #000, 0 0 2px #000, 0 0 4px #000">outlined</p></div>`);
  const words = (await faintOverPictures(page)).map((text) => /“(.*)”/.exec(text)![1]);
  expect(words).toEqual(['on a picture', 'on a gradient', 'on a veil']);
  await context.close();
});
