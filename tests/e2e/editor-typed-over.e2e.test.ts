import * as fc from 'fast-check';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { composeWord } from '#tests/e2e/compose.ts';
import { setText, textOf } from '#tests/e2e/marked-text.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { closeWriter, openWriter } from '#tests/e2e/writer.ts';
import { repeats } from '#tests/support/length.ts';

const stage = setStage();
const BLOCKS = [
  'Some *words* and **bold** [link](https://a.example) `code` $x$.',
  '# Head',
  '- one\n- [ ] two\n  1. three\n  2. four',
  '> quote\n> - item',
  '> [!NOTE]\n> noted',
  '```js\nlet a;\n```',
  '$$\ny\n$$',
  '<details><summary>Q</summary>\n\nans\n\n</details>',
  '***',
  '![p](https://a.example/p.png)',
  'End[^1]\n\n[^1]: foot',
];
/** Texts with `¦` at both ends of a selection. */
const selected = fc
  .tuple(fc.array(fc.constantFrom(...BLOCKS), { minLength: 1, maxLength: 3 }), fc.nat(), fc.nat())
  .map(([blocks, one, other]) => {
    const text = blocks.join('\n\n');
    const [from, to] = [one, other].map((place) => place % (text.length + 1)).sort((a, b) => a - b) as [number, number];
    return `${text.slice(0, from)}¦${text.slice(from, to)}¦${text.slice(to)}`;
  })
  .filter((marked) => !marked.includes('¦¦'));

/** Returns the text after a transaction that replaces the selection with a letter by hand. */
const replacedBy = (page: Page, insert: string) =>
  page.evaluate((letter) => {
    type Selection = { from: number; to: number };
    type State = { selection: { main: Selection }; update(spec: object): { newDoc: { toString(): string } } };
    const content = document.querySelector('.cm-content') as unknown as {
      cmTile: { root: { view: { state: State } } };
    };
    const { state } = content.cmTile.root.view;
    const { from, to } = state.selection.main;
    const changes = { from, to, insert: letter };
    return state.update({ changes, selection: { anchor: from + 1 }, userEvent: 'input.type' }).newDoc.toString();
  }, insert);

/** Returns the lines of a text without blank ones, which an input method may need more of. */
const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

const EXAMPLES: [string][] = [
  ['![p](https://a.exa¦mple/p.png)\n\nSome **bold** [¦link](https://a.example) `code` $x$.'],
  ['- one\n  1. three¦\n  2. four\n\nSome [link](https://a.example) `c¦ode` $x$.'],
  ['End[^1]¦\n\nE¦nd[^1]\n\n[^1]: foot'],
  ['1. three\n2.¦ four\n\n> [!NOTE]\n> n¦oted'],
  ['¦# Head\n\n```js\nle¦t a;\n```'],
  ['<details><summary>Q¦</summ¦ary>\n\nans\n\n</details>\n\nEnd[^1]\n\n[^1]: foot'],
  ['<details><summ¦ary>Q</summ¦ary>\n\nans\n\n</details>'],
  ['<deta¦ils><summ¦ary>Q</summary>\n\nans\n\n</details>'],
];

it('a letter typed over any selection replaces it and nothing else', async () => {
  const writer = await openWriter(stage, '');
  const { page } = writer;
  await fc.assert(
    fc.asyncProperty(selected, async (marked) => {
      await setText(page, '');
      await setText(page, marked);
      const expected = await replacedBy(page, 'n');
      await page.keyboard.type('n');
      await expect.poll(() => textOf(writer), { message: marked, timeout: 2000 }).toBe(expected);
    }),
    { numRuns: repeats(60, 1000), examples: EXAMPLES, endOnFailure: true },
  );
  await closeWriter(writer);
});

it('an input method writes the same over any selection as keys do', async () => {
  const writer = await openWriter(stage, '');
  const { page } = writer;
  const session = await page.context().newCDPSession(page);
  await fc.assert(
    fc.asyncProperty(selected, async (marked) => {
      await setText(page, '');
      await setText(page, marked);
      await page.keyboard.type('niu');
      const typed = linesOf(await textOf(writer));
      await setText(page, '');
      await setText(page, marked);
      await composeWord(session, 'niu');
      await expect.poll(async () => linesOf(await textOf(writer)), { message: marked, timeout: 2000 }).toEqual(typed);
    }),
    { numRuns: repeats(60, 1000), examples: EXAMPLES, endOnFailure: true },
  );
  await closeWriter(writer);
});
