import { expect, it } from 'vitest';
import { setNetwork } from '#tests/e2e/behind-network.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { readEditor } from '#tests/e2e/typing/editor-state.ts';
import { storedText, typeAtHumanSpeed, type Writer } from '#tests/e2e/writer.ts';
import type { Person } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

const stage = setStage();
const around = setNetwork(stage);
const { begin, join } = around;

const shows = ({ page }: Writer, text: string) => until(async () => expect((await readEditor(page)).text).toBe(text));

/** Changes the saved text as somebody else. */
async function saveAs(friend: Person, docId: string, change: (content: string) => string): Promise<void> {
  const { version, content } = (await friend.api.get(`/api/documents/${docId}`)).body.data;
  const changes = { content: change(content), baseVersion: version };
  expect((await friend.api.patch(`/api/documents/${docId}`, changes)).status).toBe(200);
}

/** Expects neither a notice nor a save error on the page. */
async function isQuiet({ page }: Writer): Promise<void> {
  expect(await page.locator('.save-note.trouble, .toast').count()).toBe(0);
}

it.each([400, 403, 'hang'] as const)(
  'with WebSockets refused by %s, saved texts merge and arrive',
  async (treatment) => {
    around.network.treatUpgrades(treatment);
    const { writer, friend } = await begin('Roses.');
    const { page, text, docId } = writer;
    await until(() => expect(around.network.refused()).toBeGreaterThan(0));
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
  const { page, text } = writer;
  const other = await join(friend, writer);
  await text.press('Control+End');
  await typeAtHumanSpeed(page, ' Shared');
  await until(() => expect(other.text).toBe('Roses. Shared'));
  around.network.treatUpgrades(403);
  around.network.cut();
  around.network.restore();
  await typeAtHumanSpeed(page, ' blocked');
  await until(() => expect(other.text).toBe('Roses. Shared blocked'));
  other.content.insert(0, 'Wild ');
  await shows(writer, 'Wild Roses. Shared blocked');
  await page.locator('.save-note[data-state="saved"]').waitFor();
  around.network.treatUpgrades('pass');
  await typeAtHumanSpeed(page, ' free');
  await until(() => expect(other.text).toBe('Wild Roses. Shared blocked free'));
  other.leave();
  await writer.context.close();
});
