import { expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { closeWriter, openWriter, storedText } from '#tests/e2e/writer.ts';
import { until } from '#tests/support/until.ts';

const stage = setStage();

it('a file dropped on a table, or beside the text, is attached and does not replace the page', async () => {
  const table = '| a |\n|---|\n| b |';
  const writer = await openWriter(stage, `${table}\n\nEnd`);
  const { page, person, docId, url } = writer;
  const drop = (selector: string, name: string) =>
    page.evaluate(
      ([at, fileName]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['text'], fileName!, { type: 'text/plain' }));
        const { left, top } = document.querySelector(at!)!.getBoundingClientRect();
        const init = { bubbles: true, cancelable: true, dataTransfer, clientX: left + 5, clientY: top + 5 };
        const isIgnored = ['dragover', 'drop'].map((kind) =>
          document.querySelector(at!)!.dispatchEvent(new DragEvent(kind, init)),
        );
        return isIgnored.some(Boolean);
      },
      [selector, name],
    );
  expect(await drop('.cm-table td', 'one.txt')).toBe(false);
  await until(async () => expect(await storedText({ person, docId })).toContain('[one.txt]('));
  expect(await drop('body', 'two.txt')).toBe(false);
  const stored = await until(async () => {
    const now = await storedText({ person, docId });
    expect(now).toContain('[two.txt](');
    return now;
  });
  expect(stored).toContain(`${table}\n\n`);
  expect(page.url()).toBe(`${url}/edit`);
  await closeWriter(writer);
});
