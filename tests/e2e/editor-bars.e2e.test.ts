import { expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { closeWriter, openWriter, untilSaved } from '#tests/e2e/writer.ts';

const stage = setStage();

it('on a phone the bars of the editor keep one row each, and show that there are more tools', async () => {
  const writer = await openWriter(stage, 'One.', 390);
  const { page } = writer;
  await untilSaved(page);
  const help = page.getByRole('link', { name: 'Markdown help' });
  const [bar, link] = await Promise.all([page.locator('.editor-bar').boundingBox(), help.boundingBox()]);
  expect(bar!.height).toBeLessThan(80);
  expect([link!.width, link!.height]).toEqual([44, 44]);
  expect(link!.x + link!.width).toBeLessThanOrEqual(390);
  const tools = page.getByRole('toolbar', { name: 'Formatting' });
  const isCut = (bar: HTMLElement) => {
    const { right } = bar.getBoundingClientRect();
    const cut = [...bar.querySelectorAll('button')].filter((button) => button.getBoundingClientRect().left < right);
    return (
      cut.at(-1)!.getBoundingClientRect().right > right && getComputedStyle(bar).backgroundImage.includes('gradient')
    );
  };
  expect(await tools.evaluate(isCut)).toBe(true);
  await closeWriter(writer);
});
