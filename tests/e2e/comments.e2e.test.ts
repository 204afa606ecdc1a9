import { beforeAll, expect, test } from 'vitest';
import { violationsOn } from '#tests/e2e/axe.ts';
import { type Garden, plantGarden, takeSeat } from '#tests/e2e/every-page.ts';
import { setOwnStage } from '#tests/e2e/stage.ts';

let garden: Garden;
const stage = setOwnStage();
beforeAll(async () => {
  garden = await plantGarden(stage.server);
});

test.each([
  [false, 1280, 'light'],
  [true, 390, 'dark'],
] as const)(
  'a reader comments on a passage and is answered (scripts: %s, %i px, %s)',
  async (javaScriptEnabled, width, theme) => {
    const look = { javaScriptEnabled, width, theme };
    const { page: reading } = await takeSeat(stage.browser, garden, 'reader', look);
    const { page: owning, complaints } = await takeSeat(stage.browser, garden, 'owner', look);
    const address = stage.server.url + garden.document;
    const words = `Is this hot, ${width}?`;
    await reading.goto(address);
    await reading.getByRole('textbox', { name: 'Comment', exact: true }).fill(words);
    await reading.getByText('About a passage').click();
    await reading.getByLabel('Passage', { exact: true }).fill('Hot.');
    await reading.getByRole('button', { name: 'Send', exact: true }).last().click();
    await reading.waitForURL(/#thread-/);

    await owning.goto(`${stage.server.url}/inbox`);
    await owning
      .getByRole('link', { name: /reader.* commented on “Garden”/ })
      .first()
      .click();
    const thread = owning.locator('.thread', { hasText: words });
    await thread.getByText('Reply', { exact: true }).click();
    await thread.getByRole('textbox', { name: 'Your reply' }).fill('Yes.');
    await thread.getByRole('button', { name: 'Send' }).click();
    await owning.waitForURL(/#thread-/);
    await thread.locator('.comment-body', { hasText: 'Yes.' }).waitFor();
    expect(await thread.getByRole('link', { name: 'Hot.' }).getAttribute('href')).toBe('#:~:text=Hot.');
    const isWide = await owning.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    expect([isWide, complaints]).toEqual([true, []]);
    if (javaScriptEnabled) {
      // Remove the toast, which covers what is below it.
      await owning.goto(address);
      const found = (await violationsOn(owning)).map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
      expect(found).toEqual([]);
    }
  },
);
