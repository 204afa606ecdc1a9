import { expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { readEditor } from '#tests/e2e/typing/editor-state.ts';
import { beginWriting, closeWriter, openWriter } from '#tests/e2e/writer.ts';
import { makeDocument } from '#tests/support/people.ts';
import { randomFrom } from '#tests/support/random.ts';

const stage = setStage();

/** Pieces of Markdown. In random combinations, constructs begin and end on different lines. */
const PARTS = [
  ...[
    '\n',
    '\n',
    '\n\n',
    ' ',
    'word',
    '**',
    '*',
    '~~',
    '`',
    '```',
    '$',
    '$$',
    '\\',
    '  \n',
    '\\\n',
    '[',
    ']',
    '(/a',
    ')',
  ],
  ...['![', '](', '<https://a.example', '>', '"t\nu"', '[^1]', '[^1]: ', '- ', '  - [ ] ', '1. ', '> ', '> [!NOTE]\n'],
  ...['| a | b |', '\n| - | - |\n', '---\n', '# ', '===\n', '<details>\n<summary>', '</summary>', '</details>', '<!--'],
];
const TEXTS = 400;

it('draws any text, with the cursor anywhere, and keeps every byte of it', async () => {
  const writer = await openWriter(stage, '');
  const random = randomFrom(7);
  const one = () => PARTS[Math.floor(random() * PARTS.length)] as string;
  const texts = Array.from({ length: TEXTS }, () =>
    Array.from({ length: 3 + Math.floor(random() * 12) }, one).join(''),
  );
  const kept = await writer.page.evaluate(async (all) => {
    type View = {
      state: { doc: { length: number; toString(): string } };
      contentDOM: HTMLElement;
      dispatch(spec: object): void;
      focus(): void;
    };
    const content = document.querySelector('.cm-content') as unknown as { cmTile: { root: { view: View } } };
    const { view } = content.cmTile.root;
    const lost: string[] = [];
    view.focus();
    for (const text of all) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 } });
      for (let step = 0; step <= 4; step += 1) {
        view.dispatch({ selection: { anchor: Math.floor((text.length * step) / 4) } });
        await new Promise((drawn) => requestAnimationFrame(drawn));
      }
      // A cursor beside a table may have added a blank line there.
      const shown = view.state.doc.toString();
      if (shown.replaceAll('\n', '') !== text.replaceAll('\n', '')) lost.push(text);
    }
    return lost;
  }, texts);
  expect(kept).toEqual([]);
  await closeWriter(writer);
});

it.each([
  ['a formula', 'a **$$\nb** c$$ d'],
  ['a link', 'see [the\nwords](/a "of\nit") here'],
  ['a picture', 'see ![the\npicture](/a.png "of\nit") here'],
])('opens a text in which %s goes over several lines', async (_name, content) => {
  const writer = await openWriter(stage, '');
  const { id } = await makeDocument(writer.person, { title: 'Broken lines', content });
  await beginWriting(writer.page, `${stage.server.url}/doc/${id}`);
  expect((await readEditor(writer.page)).text).toBe(content);
  await closeWriter(writer);
});
