import { expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { openTwo } from '#tests/e2e/two-writers.ts';
import { storedText, typeAtHumanSpeed } from '#tests/e2e/writer.ts';
import { until } from '#tests/support/until.ts';

const stage = setStage();

it.each([true, false])(
  'a person who writes with others and may only read from now on is told, and keeps every word (events: %s)',
  async (hasEvents) => {
    const [ada, ben] = await openTwo(stage, 'One.\n\nTwo.');
    if (!hasEvents) {
      await ben.context.route('**/api/events*', (route) => route.abort());
      await ben.page.reload();
      await ben.text.waitFor();
      await ben.page.getByRole('list', { name: 'Here now' }).waitFor();
    }
    await ada.text.press('Control+Home');
    await typeAtHumanSpeed(ada.page, 'Ada. ');
    await ben.text.press('Control+End');
    await typeAtHumanSpeed(ben.page, ' Ben');
    await until(async () => expect(await storedText(ada)).toContain('Two. Ben'));
    const path = `/api/documents/${ada.docId}/shares`;
    const [{ id: shareId }] = (await ada.person.api.get(path)).body.data;
    // Records the last line of the editor until another page replaces it.
    await ben.page.evaluate(() => {
      const look = () => {
        const lines = [...document.querySelectorAll('.cm-line')].map((line) => line.textContent);
        if (lines.length > 0) Object.assign(window, { lastLine: lines.at(-1) });
      };
      document.querySelector('.cm-content')!.addEventListener('keyup', look);
      look();
    });
    // Shortcuts of the page that follows are among the letters.
    const typing = typeAtHumanSpeed(ben.page, ' writes once more, such as each person can');
    await ada.person.api.patch(path, { shareId, permission: 'READ' });
    await typing;
    await ben.page.getByRole('heading', { name: 'Not allowed' }).waitFor();
    const lastLine = await ben.page.evaluate(() => (window as unknown as { lastLine: string }).lastLine);
    expect(lastLine).toMatch(/^Two\. Ben/);
    const isKept = async () => {
      const drafts = await ben.page
        .locator('.ask.card textarea')
        .evaluateAll((all) => all.map((each) => (each as HTMLTextAreaElement).value));
      return [await storedText(ada), ...drafts].some((text) => text.includes(lastLine));
    };
    await expect.poll(isKept).toBe(true);
    expect(ben.page.url()).toBe(`${ben.url}/edit`);
    await ada.person.api.patch(path, { shareId, permission: 'EDIT' });
    if (hasEvents) await ben.text.waitFor();
    await Promise.all([ada.context.close(), ben.context.close()]);
  },
);

it.each(['READ', 'NONE'])(
  'a comment being typed in the editor when EDIT becomes %s is on the page that follows',
  async (permission) => {
    const [ada, ben] = await openTwo(stage, 'One two.');
    await ben.text.press('Control+Home');
    await ben.page.keyboard.press('Control+Shift+ArrowRight');
    await ben.page.keyboard.press('Control+Alt+m');
    await typeAtHumanSpeed(ben.page, 'Why not three?');
    const path = `/api/documents/${ada.docId}/shares`;
    const [{ id: shareId }] = (await ada.person.api.get(path)).body.data;
    await ada.person.api.patch(path, { shareId, permission });
    const unsent = ben.page.locator('.unsent-comment');
    await unsent.getByRole('heading', { name: 'Your comment was not sent' }).waitFor();
    expect(await unsent.getByRole('textbox').inputValue()).toBe('Why not three?');
    expect(await unsent.locator('blockquote').innerText()).toBe('One');
    await Promise.all([ada.context.close(), ben.context.close()]);
  },
);
