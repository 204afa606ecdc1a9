import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { closeWriter, openWriter } from '#tests/e2e/writer.ts';
import { makeLink } from '#tests/support/public-link.ts';

const stage = setStage();

/** Returns the font that the browser uses for the first letters of an element. */
async function drawnFace(page: Page, selector: string): Promise<string | undefined> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts[0]?.familyName;
}

it('a document is drawn in the own faces from the second page on, and Chinese in those of the system', async () => {
  const writer = await openWriter(stage, 'Roses `code` *here*.\n\n“春天”来了——好。');
  const { page, url } = writer;
  await page.goto(url);
  await page.evaluate(() => document.fonts.ready);
  await page.reload();
  await page.evaluate(() => document.fonts.ready);
  expect(await drawnFace(page, '.prose p')).toMatch(/^(?:Arbor|Source) Serif/);
  expect(await drawnFace(page, '.prose code')).toMatch(/^(?:Arbor|JetBrains) Mono/);
  expect(await drawnFace(page, 'h1')).toMatch(/^(?:Arbor Sans|Inter)/);
  expect(await drawnFace(page, '.prose p:nth-of-type(2)')).not.toMatch(/Arbor|Source Serif/);
  await closeWriter(writer);
});

it('the face of documents is there before the first document is opened', async () => {
  const writer = await openWriter(stage, 'Roses.');
  const { page, url } = writer;
  await page.goto(new URL('/', url).href);
  await page.waitForFunction(() => document.fonts.check('1em "Arbor Serif"'));
  await page.goto(url);
  expect(await drawnFace(page, '.prose p')).toMatch(/^(?:Arbor|Source) Serif/);
  await closeWriter(writer);
});

it('a page of a public link fetches no typeface', async () => {
  const writer = await openWriter(stage, 'Roses *here*.');
  const path = await makeLink(writer.person, writer.docId);
  const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  const fetched: string[] = [];
  page.on('request', (request) => request.resourceType() === 'font' && fetched.push(request.url()));
  await page.goto(stage.server.url + path, { waitUntil: 'networkidle' });
  expect(fetched).toEqual([]);
  await context.close();
  await closeWriter(writer);
});
