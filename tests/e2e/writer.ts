import type { Page } from 'playwright';
import { expect, vi } from 'vitest';
import { newVisitor, type Visitor } from '#tests/e2e/chromium.ts';
import { signUp } from '#tests/e2e/journey.ts';
import { call, plantTree } from '#tests/e2e/planted-tree.ts';
import type { Stage } from '#tests/e2e/stage.ts';

export type Writer = Visitor & { email: string; url: string; docId: string; text: ReturnType<Page['locator']> };

let count = 0;

/** A new account with one document, opened in the editor as a click on "Edit" opens it. */
export async function openWriter(stage: Stage, content: string, width = 1280): Promise<Writer> {
  count += 1;
  const email = `writer-${count}-${process.pid}@example.com`;
  const visitor = await newVisitor(stage.browser, { javaScriptEnabled: true, width });
  const { page } = visitor;
  await signUp(page, stage.server, email);
  const { Garden: docId } = await plantTree(page, ['Garden']);
  await call(page, 'PATCH', `/api/documents/${docId}`, { content });
  const url = `${stage.server.url}/doc/${docId}`;
  await page.goto(`${url}/edit`);
  const text = page.locator('.cm-content');
  await text.waitFor();
  return { ...visitor, email, url, docId: docId as string, text };
}

export async function storedText(page: Page, url: string): Promise<string> {
  const response = await page.request.get(`${new URL(url).origin}/api/documents/${url.split('/').at(-1)}`);
  return (await response.json()).data.content;
}

export const waitForStored = ({ page, url }: Pick<Writer, 'page' | 'url'>, content: string) =>
  vi.waitFor(async () => expect(await storedText(page, url)).toBe(content), { timeout: 10_000 });

/** Types as a person does: one key at a time, with the time between keys that a fast typist needs. */
export const typeAtHumanSpeed = (page: Page, text: string) => page.keyboard.type(text, { delay: 60 });

/** Clicks in the empty space below the last line of the text. */
export async function clickBelow({ page, text }: Pick<Writer, 'page' | 'text'>): Promise<void> {
  const last = await text.locator(':scope > *').last().boundingBox();
  if (!last) throw new Error('The text is not shown');
  await page.mouse.click(last.x + 40, last.y + last.height + 60);
}

export async function closeWriter({ context, complaints }: Visitor): Promise<void> {
  expect(complaints).toEqual([]);
  await context.close();
}
