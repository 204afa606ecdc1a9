import type { Page } from 'playwright';
import { expect } from 'vitest';
import { newVisitor, type Visitor } from '#tests/e2e/chromium.ts';
import type { Stage } from '#tests/e2e/stage.ts';
import { readEditor } from '#tests/e2e/typing/editor-state.ts';
import { makeDocument, newPerson, type Person } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

export type Writer = Visitor & {
  person: Person;
  docId: string;
  url: string;
  text: ReturnType<Page['locator']>;
};

/** Creates an account with one document, open in the editor. Without sockets, each WebSocket is closed at once. */
export async function openWriter(
  stage: Stage,
  content: string,
  width = 1280,
  { hasSockets = true, hasTouch = false, isMobile = false } = {},
): Promise<Writer> {
  const [person, visitor] = await Promise.all([
    newPerson(stage.server),
    newVisitor(stage.browser, { javaScriptEnabled: true, width, hasTouch, isMobile }),
  ]);
  const { context, page } = visitor;
  const cookies = [...person.browser.cookies].map(([name, value]) => ({ name, value, url: stage.server.url }));
  await context.addCookies(cookies);
  const { id: docId } = await makeDocument(person, { title: 'Garden', content });
  const url = `${stage.server.url}/doc/${docId}`;
  if (!hasSockets) await page.routeWebSocket(/\/live$/, (socket) => void socket.close());
  return { ...visitor, person, docId, url, text: await beginWriting(page, url) };
}

/** Opens the editor of a document; the cursor keeps its initial position. */
export async function beginWriting(page: Page, url: string): Promise<Writer['text']> {
  await page.goto(`${url}/edit`);
  const text = page.locator('.cm-content');
  await text.waitFor();
  return text;
}

export async function storedText({ person, docId }: Pick<Writer, 'person' | 'docId'>): Promise<string> {
  return (await person.api.get(`/api/documents/${docId}`)).body.data.content;
}

export const waitForStored = (writer: Pick<Writer, 'person' | 'docId'>, content: string) =>
  until(async () => expect(await storedText(writer)).toBe(content));

/** Waits until the editor shows exactly this text. */
export const untilShown = (page: Page, text: string) =>
  until(async () => expect((await readEditor(page)).text).toBe(text));

export const untilSaved = (page: Page) => page.locator('.save-note[data-state="saved"]').waitFor();
export const untilOffline = (page: Page) => page.locator('.save-note[data-state="offline"]').waitFor();

/**
 * Waits for the sign-in page. A save and the live connection may both lead there, of which one navigation is aborted.
 */
export async function waitForSignIn(page: Page): Promise<void> {
  await until(async () => expect(page.url()).toMatch(/\/login\?redirectTo=/));
  await page.waitForLoadState();
}

/** Types one key at a time at the speed of a fast typist. */
export const typeAtHumanSpeed = (page: Page, text: string) => page.keyboard.type(text, { delay: 60 });

/** Takes the first offered draft, if any. An offer disappears by itself once its text has arrived. */
export async function takeDraft(page: Page): Promise<void> {
  const offer = page.locator('.draft-offer .button.main').first();
  if ((await offer.count()) === 0) return;
  try {
    await offer.click({ timeout: 2000 });
  } catch (error) {
    if ((await offer.count()) > 0) throw error;
  }
}

/** Clicks in the empty space below the last line. */
export async function clickBelow({ page, text }: Pick<Writer, 'page' | 'text'>): Promise<void> {
  const last = await text.locator(':scope > *').last().boundingBox();
  if (!last) throw new Error('The text is not shown');
  await page.mouse.click(last.x + 40, last.y + last.height + 60);
}

export async function closeWriter({ context, complaints }: Visitor): Promise<void> {
  expect(complaints).toEqual([]);
  await context.close();
}
