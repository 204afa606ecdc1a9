import { afterEach, beforeEach, expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { readEditor } from '#tests/e2e/typing/editor-state.ts';
import { openWriter, storedText, typeAtHumanSpeed, type Writer } from '#tests/e2e/writer.ts';
import { LiveClient } from '#tests/support/live-client.ts';
import { type Network, startNetwork } from '#tests/support/network.ts';
import { newPerson, type Person, share } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

const stage = setStage();
let network: Network;
beforeEach(async () => {
  network = await startNetwork(stage.server.url);
});
afterEach(() => network.stop());

async function begin(content: string): Promise<{ writer: Writer; friend: Person }> {
  const server = { ...stage.server, url: network.url };
  const writer = await openWriter({ browser: stage.browser, server }, content);
  const friend = await newPerson(stage.server, 'friend');
  await share(writer.person, writer.docId, friend.email, 'EDIT');
  return { writer, friend };
}

const shows = ({ page }: Writer, text: string) => until(async () => expect((await readEditor(page)).text).toBe(text));

/** Changes the saved text as somebody else. */
async function saveAs(friend: Person, docId: string, change: (content: string) => string): Promise<void> {
  const { version, content } = (await friend.api.get(`/api/documents/${docId}`)).body.data;
  const changes = { content: change(content), baseVersion: version };
  expect((await friend.api.patch(`/api/documents/${docId}`, changes)).status).toBe(200);
}

/** The page tells of nothing: no notice, no trouble with saving. */
async function isQuiet({ page }: Writer): Promise<void> {
  expect(await page.locator('.save-note.trouble, .toast').count()).toBe(0);
}

it.each([400, 403, 'hang'] as const)(
  'with WebSockets refused by %s, saved texts merge and arrive',
  async (treatment) => {
    network.treatUpgrades(treatment);
    const { writer, friend } = await begin('Roses.');
    const { page, text, docId } = writer;
    await until(() => expect(network.refused()).toBeGreaterThan(0));
    await saveAs(friend, docId, (content) => `${content}\n\nFrom a friend.`);
    await shows(writer, 'Roses.\n\nFrom a friend.');
    await saveAs(friend, docId, (content) => `${content} Again.`);
    await shows(writer, 'Roses.\n\nFrom a friend. Again.');
    await isQuiet(writer);
    await text.press('Control+Home');
    await typeAtHumanSpeed(page, 'Wild ');
    await saveAs(friend, docId, (content) => content.replace('Again.', 'Once more.'));
    await shows(writer, 'Wild Roses.\n\nFrom a friend. Once more.');
    await until(async () => expect(await storedText(writer)).toBe('Wild Roses.\n\nFrom a friend. Once more.'));
    await page.locator('.save-note[data-state="saved"]').waitFor();
    await isQuiet(writer);
    await writer.context.close();
  },
);

it('a shared text is saved by requests once WebSockets are blocked in the middle', async () => {
  const { writer, friend } = await begin('Roses.');
  const { page, text, docId } = writer;
  const other = await new LiveClient(friend, docId, { url: stage.server.url }).joined();
  other.provider.awareness.setLocalState({ isEditing: true });
  await page.getByRole('list', { name: 'Here now' }).waitFor();
  await text.press('Control+End');
  await typeAtHumanSpeed(page, ' Shared');
  await until(() => expect(other.text).toBe('Roses. Shared'));
  network.treatUpgrades(403);
  network.cut();
  network.restore();
  await typeAtHumanSpeed(page, ' blocked');
  await until(() => expect(other.text).toBe('Roses. Shared blocked'));
  other.content.insert(0, 'Wild ');
  await shows(writer, 'Wild Roses. Shared blocked');
  await page.locator('.save-note[data-state="saved"]').waitFor();
  network.treatUpgrades('pass');
  await typeAtHumanSpeed(page, ' free');
  await until(() => expect(other.text).toBe('Wild Roses. Shared blocked free'));
  other.leave();
  await writer.context.close();
});
