import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { newVisitor, type Visitor } from '#tests/e2e/chromium.ts';
import { enterAsNew } from '#tests/e2e/journey.ts';
import type { Stage } from '#tests/e2e/stage.ts';
import { newEmail } from '#tests/support/factories.ts';

/** Titles in order, each with its children. */
export type Outline = (string | [string, Outline])[];

/** Creates a tree of documents for the person signed in on a page; returns ids by title. */
export function plantTree(page: Page, outline: Outline): Promise<Record<string, string>> {
  return page.evaluate(async (json) => {
    const ids: Record<string, string> = {};
    const token = decodeURIComponent(/XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '');
    const headers = { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': token };
    const plant = async (entries: Outline, parentId: string | null): Promise<void> => {
      for (const entry of entries) {
        const [title, below] = typeof entry === 'string' ? [entry, []] : entry;
        const body = JSON.stringify({ title, content: `About ${title}.`, parentId });
        const response = await fetch('/api/documents', { method: 'POST', headers, body });
        const answer = await response.json();
        if (!answer.data) throw new Error(JSON.stringify(answer));
        ids[title] = answer.data.id as string;
        await plant(below, ids[title]);
      }
    };
    await plant(JSON.parse(json), null);
    return ids;
  }, JSON.stringify(outline));
}

// biome-ignore lint/suspicious/noExplicitAny: data of whatever endpoint is called
export function call(page: Page, method: string, path: string, body: unknown = {}): Promise<any> {
  return page.evaluate(
    async ([verb, to, json]) => {
      const token = /XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '';
      const headers = { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': decodeURIComponent(token) };
      const response = await fetch(to!, { method: verb!, headers, body: verb === 'GET' ? null : json! });
      return (await response.json()).data;
    },
    [method, path, JSON.stringify(body)],
  );
}

/** Waits for the interactive tree and returns helpers for it. */
export async function liveTree(page: Page, name = 'My documents') {
  const tree = page.getByRole('tree', { name });
  await tree.waitFor();
  const item = (title: string) => tree.getByRole('treeitem', { name: title, exact: true });
  return {
    tree,
    item,
    /** Returns titles in order, prefixed with one dot per level. */
    lines: () =>
      tree
        .getByRole('treeitem')
        .evaluateAll((items) =>
          items.map(
            (each) =>
              `${'.'.repeat(Number(each.getAttribute('aria-level')) - 1)}${each.querySelector('.name')?.textContent}`,
          ),
        ),
    focused: () => page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
    said: () => page.locator('nav [aria-live]').innerText(),
  };
}

/**
 * Drags a row by mouse to a height of another row: 0 is its top, 1 its bottom. `x` is in pixels from its left. Returns
 * a function that drops it.
 */
export async function drag(
  page: Page,
  from: Locator,
  to: Locator,
  place: number,
  x = 60,
): Promise<() => Promise<void>> {
  const link = from.locator('a.row');
  // Hovering the row loads the drag code.
  await link.hover();
  await page.locator('a.row[draggable="true"]').and(link).waitFor();
  await page.mouse.down();
  const start = (await link.boundingBox())!;
  await page.mouse.move(start.x + 20, start.y + 4, { steps: 4 });
  const end = (await to.boundingBox())!;
  await page.mouse.move(end.x + x, end.y + end.height * place, { steps: 8 });
  // Drag events are throttled.
  await page.mouse.move(end.x + x + 1, end.y + end.height * place, { steps: 2 });
  return () => page.mouse.up();
}

const GARDEN: Outline = [['Garden', [['Beds', ['Carrots']], 'Diary']], 'Recipes', 'Travel'];

export type GardenerOptions = {
  lng?: 'en' | 'zh';
  outline?: Outline;
  /** True if events never arrive, so that the page shows the state when it was loaded. */
  isUninformed?: boolean;
};

/** Creates a tree for a new person and opens its first document. */
export async function plantGardener({ browser, server }: Stage, options: GardenerOptions = {}) {
  const email = newEmail('tree');
  const visitor = await newVisitor(browser, { javaScriptEnabled: true });
  const { page, context } = visitor;
  if (options.isUninformed) await context.route('**/api/events*', () => undefined);
  await enterAsNew(page, server, email);
  const ids = await plantTree(page, options.outline ?? GARDEN);
  if (options.lng) await context.addCookies([{ name: 'i18next', value: options.lng, url: server.url }]);
  await page.goto(`${server.url}/doc/${Object.values(ids)[0]}`);
  return { ...visitor, email, ids, ...(await liveTree(page, options.lng === 'zh' ? '我的文档' : 'My documents')) };
}

/** Closes the context of a visitor who had nothing to complain about. */
export async function leaveContent({ context, complaints }: Visitor): Promise<void> {
  expect(complaints).toEqual([]);
  await context.close();
}
