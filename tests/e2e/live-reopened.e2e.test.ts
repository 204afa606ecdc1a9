import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { setNetwork } from '#tests/e2e/behind-network.ts';
import { launchKeptChromium } from '#tests/e2e/chromium.ts';
import { untilDraftCount } from '#tests/e2e/kept-drafts.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { readEditor } from '#tests/e2e/typing/editor-state.ts';
import {
  beginWriting,
  storedText,
  typeAtHumanSpeed,
  untilOffline,
  untilSaved,
  untilShown,
  type Writer,
} from '#tests/e2e/writer.ts';
import { makeDocument, newPerson, share } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

const stage = setStage();
const around = setNetwork(stage);
const { begin } = around;

/** Opens the document in a new tab and checks that its text has arrived, once and without a question. */
async function reopen({ context, url, person, docId, page: former }: Writer, expected: string): Promise<Page> {
  await former.close();
  around.network.restore();
  const page = await context.newPage();
  await beginWriting(page, url);
  await untilShown(page, expected);
  await until(async () => expect(await storedText({ person, docId })).toBe(expected));
  await untilDraftCount(page, 0);
  expect(await page.locator('.draft-offer').count()).toBe(0);
  return page;
}

it('a shared text written offline in a tab that closes merges with what others wrote in the same words', async () => {
  const { writer, friend } = await begin('Roses are tall.');
  const { page, text } = writer;
  const other = await around.join(friend, writer);
  await text.press('Control+End');
  await typeAtHumanSpeed(page, ' Shared');
  await until(() => expect(other.text).toBe('Roses are tall. Shared'));
  await untilSaved(page);
  around.network.cut();
  await typeAtHumanSpeed(page, ' and offline');
  await text.press('Control+Home');
  for (let count = 0; count < 'Roses are '.length; count += 1) await page.keyboard.press('Delete');
  await untilOffline(page);
  other.content.insert(3, 'Y');
  other.content.insert(other.text.length, ' by both');
  await until(() => expect(other.isStored).toBe(true));
  const merged = other.text.includes('Shared by both')
    ? ['Ytall. Shared and offline by both', 'Ytall. Shared by both and offline']
    : [];
  await untilDraftCount(page, 1);
  await page.close();
  around.network.restore();
  const again = await writer.context.newPage();
  await beginWriting(again, writer.url);
  await until(async () => expect(merged).toContain((await readEditor(again)).text));
  const { text: result } = await readEditor(again);
  await until(() => expect(other.text).toBe(result));
  await until(async () => expect(await storedText(writer)).toBe(result));
  await untilDraftCount(again, 0);
  expect(await again.locator('.draft-offer').count()).toBe(0);
  other.leave();
  await writer.context.close();
});

it('only deleted letters, deleted offline, are deleted on return', async () => {
  const { writer, friend } = await begin('Roses are tall.');
  const { page, text } = writer;
  const other = await around.join(friend, writer);
  await text.press('Control+End');
  await typeAtHumanSpeed(page, '!');
  await until(() => expect(other.text).toBe('Roses are tall.!'));
  await untilSaved(page);
  around.network.cut();
  for (let count = 0; count < 7; count += 1) await page.keyboard.press('Backspace');
  await untilOffline(page);
  await reopen(writer, 'Roses are');
  await until(() => expect(other.text).toBe('Roses are'));
  other.leave();
  await writer.context.close();
});

it('what someone alone wrote offline in a closed tab merges with what others wrote meanwhile', async () => {
  const { writer, friend } = await begin('Roses are tall.');
  const { page, text, docId } = writer;
  await text.press('Control+End');
  await typeAtHumanSpeed(page, ' Saved');
  await until(async () => expect(await storedText(writer)).toBe('Roses are tall. Saved'));
  await untilSaved(page);
  around.network.cut();
  await typeAtHumanSpeed(page, ' mine');
  await text.press('Control+Home');
  await typeAtHumanSpeed(page, 'Wild ');
  await untilOffline(page);
  const content = 'Roses were never so tall. Saved theirs';
  const { version } = (await friend.api.get(`/api/documents/${docId}`)).body.data;
  expect((await friend.api.patch(`/api/documents/${docId}`, { content, baseVersion: version })).status).toBe(200);
  await reopen(writer, 'Wild Roses were never so tall. Saved theirs mine');
  await writer.context.close();
});

it('a shared text written offline merges after the browser has ended and begun anew', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'arbor-browser-'));
  const owner = await newPerson(stage.server, 'owner');
  const friend = await newPerson(stage.server, 'friend');
  const { id: docId } = await makeDocument(owner, { title: 'Garden', content: 'Roses are tall.' });
  await share(owner, docId, friend.email, 'EDIT');
  const url = `${around.network.url}/doc/${docId}`;
  const begin = async () => {
    const context = await launchKeptChromium(folder);
    const place = around.network.url;
    await context.addCookies([...owner.browser.cookies].map(([name, value]) => ({ name, value, url: place })));
    const page = await context.newPage();
    return { context, page, text: await beginWriting(page, url) };
  };
  const before = await begin();
  const other = await around.join(friend, { page: before.page, docId });
  await before.text.press('Control+End');
  await typeAtHumanSpeed(before.page, ' Shared');
  await until(() => expect(other.text).toBe('Roses are tall. Shared'));
  await untilSaved(before.page);
  around.network.cut();
  await typeAtHumanSpeed(before.page, ' and offline');
  await untilOffline(before.page);
  await untilDraftCount(before.page, 1);
  other.content.insert(0, 'Wild ');
  await until(() => expect(other.isStored).toBe(true));
  // The page ends first, as when a person ends the browser; the last letters are kept then.
  await before.page.close();
  await before.context.close();
  around.network.restore();
  const after = await begin();
  await untilShown(after.page, 'Wild Roses are tall. Shared and offline');
  await until(() => expect(other.text).toBe('Wild Roses are tall. Shared and offline'));
  await until(async () => expect(await storedText({ person: owner, docId })).toBe(other.text));
  await untilDraftCount(after.page, 0);
  other.leave();
  await after.context.close();
  await rm(folder, { recursive: true });
});

it('changes of a state that was made anew merge as text, and no letter is doubled', async () => {
  const { writer, friend } = await begin('Start.');
  const { page, text, context, url } = writer;
  const other = await around.join(friend, writer);
  await text.press('Control+End');
  await typeAtHumanSpeed(page, ' Sent');
  await until(() => expect(other.text).toBe('Start. Sent'));
  await untilSaved(page);
  around.network.cut();
  await typeAtHumanSpeed(page, ' offline');
  await untilOffline(page);
  await page.close();
  const line = 'x'.repeat(8000);
  other.doc.transact(() => {
    for (let count = 0; count < 8000; count += 1) other.content.insert(0, 'x');
    other.content.insert(8000, '\n\n');
  });
  await until(() => expect(other.closings).toContain(4409));
  other.leave();
  around.network.restore();
  const again = await context.newPage();
  await beginWriting(again, url);
  const short = async () => (await storedText(writer)).replace(line, 'line');
  await until(async () => expect(await short()).toBe('line\n\nStart. Sent offline'));
  await untilDraftCount(again, 0);
  await context.close();
});

it('another person on the same browser is shown nothing of it', async () => {
  const { writer, friend } = await begin('Roses.');
  const { page, text, context, url } = writer;
  await text.press('Control+End');
  around.network.cut();
  await typeAtHumanSpeed(page, ' Secret');
  await untilOffline(page);
  await page.close();
  await context.clearCookies();
  await context.addCookies(
    [...friend.browser.cookies].map(([name, value]) => ({ name, value, url: around.network.url })),
  );
  // Only now: the save that the closing page sends must not pass.
  around.network.restore();
  const theirs = await context.newPage();
  await beginWriting(theirs, url);
  await theirs.locator('.cm-content').press('Control+Home');
  await typeAtHumanSpeed(theirs, 'Own ');
  await until(async () =>
    expect((await friend.api.get(`/api/documents/${writer.docId}`)).body.data.content).toBe('Own Roses.'),
  );
  expect(await theirs.locator('.draft-offer').count()).toBe(0);
  await context.close();
});
