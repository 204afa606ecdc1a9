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
      await ben.context.route('**/api/events', (route) => route.abort());
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
    const typing = typeAtHumanSpeed(ben.page, ' writes on and on and on').catch(() => undefined);
    await ada.person.api.patch(path, { shareId, permission: 'READ' });
    await typing;
    await ben.page.getByRole('heading', { name: 'Not allowed' }).waitFor({ timeout: 10_000 });
    // All that he typed until the page was left, stored or not.
    const kept = await ben.page.getByRole('textbox', { name: 'Garden' }).inputValue();
    expect(kept).toMatch(/^Ada\. One\.\n\nTwo\. Ben w/);
    expect(kept.startsWith(await storedText(ada))).toBe(true);
    await Promise.all([ada.context.close(), ben.context.close()]);
  },
);
