import { EditorState } from '@codemirror/state';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { itemsChange } from '#app/features/editor/browser/paste/pasted-items.ts';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';
import { repeats } from '#tests/support/length.ts';
import { parsed } from '#tests/support/parsed-state.ts';

/** Pastes at `¦`, or over the text between two; null if the text is no items. */
function pasted(marked: string, text: string, isPlain = true): string | null {
  const [before = '', selected = '', after = null] = marked.split('¦');
  const doc = before + selected + (after ?? '');
  const state = parsed(EditorState.create({ doc, extensions: [markdownSupport()] }));
  const range = { from: before.length, to: before.length + (after === null ? 0 : selected.length) };
  const change = itemsChange(state, range, text, isPlain);
  return change && state.update({ changes: [change, ...change.numbers] }).state.doc.toString();
}

it.each([
  ['a list replaces an empty item', '- a\n- ¦', '- x\n- y', '- a\n- x\n- y'],
  ['an item does', '- a\n- ¦', '- x', '- a\n- x'],
  ['a task does', '- [x] a\n- [ ] ¦', '- [ ] x', '- [x] a\n- [ ] x'],
  ['a list in an empty task becomes tasks', '- [ ] ¦', '- x\n- y', '- [ ] x\n- [ ] y'],
  ['tasks in a task keep their boxes', '- [ ] ¦', '- [x] x\n- y', '- [x] x\n- y'],
  ['a list keeps the level', '- a\n  - ¦\n- b', '- x\n  - y\n- z', '- a\n  - x\n    - y\n  - z\n- b'],
  ['a list gets the marks of the item', '* a\n* ¦', '- x\n- y', '* a\n* x\n* y'],
  ['numbers go on', '1. a\n2. ¦\n3. b', '1. x\n2. y', '1. a\n2. x\n3. y\n4. b'],
  ['longer numbers go on too', '9. a\n10. ¦', '1. x\n2. y', '9. a\n10. x\n11. y'],
  ['an item keeps wide indentation', '- a\n    - ¦', 'x\ny', '- a\n    - x\n    - y'],
  ['a list keeps it too', '- a\n    - ¦', '- x\n- y', '- a\n    - x\n    - y'],
  ['a list in a quote gets its marks', '> - a\n> - ¦', '- x\n- y', '> - a\n> - x\n> - y'],
  ['an indented list loses its indentation', '- ¦', '    - x\n      - y\n', '- x\n  - y'],
  ['so does one with tabs', '- ¦', '\t- x\n\t\t- y\n', '- x\n\t- y'],
  ['plain lines become items', '- ¦', 'x\ny\r\nz\n', '- x\n- y\n- z'],
  ['plain lines become tasks', '- [x] a¦', ' x\ny', '- [x] ax\n- [ ] y'],
  ['plain lines become numbers', '1. a\n2. ¦c\n3. b', 'x\ny', '1. a\n2. x\n3. yc\n4. b'],
  ['plain lines keep the level', '- a\n  - ¦\n- b', 'x\n\n\ny', '- a\n  - x\n  - y\n- b'],
  ['a line break stays in its item', '- ¦', 'x\\\n  y\nz', '- x\\\n  y\n- z'],
  ['a list follows a text', '- a¦', '- x\n- y', '- a\n- x\n- y'],
  ['a list stands before a text', '- ¦b', '- x\n- y', '- x\n- yb'],
  ['a list replaces the text of an item', '- a\n- ¦b¦\n- c', '- x\n- y', '- a\n- x\n- y\n- c'],
  ['numbers go on below items of another kind', '1. a¦\n2. b\n3. c', '- x\n- y', '1. a\n- x\n- y\n2. b\n3. c'],
  ['and where they replace an item', '1. a\n2. ¦\n3. c', '- x\n- y', '1. a\n- x\n- y\n2. c'],
  ['and below both kinds', '1. a¦\n2. b', '- x\n\n1) y\n2) z', '1. a\n- x\n2. y\n3. z\n4. b'],
  ['lines and a list become items', '- [ ] ¦', 'For cake:\n\n- x\n- y', '- [ ] For cake:\n- [ ] x\n- [ ] y'],
])('%s', (_does, before, text, after) => {
  expect(pasted(before, text)).toBe(after);
});

it.each([
  ['one line', '- a¦', 'x'],
  ['one item', '- a¦', '- x'],
  ['lines outside of lists', 'a¦', 'x\ny'],
  ['lines in code', '- ```\n  a¦\n  ```', 'x\ny'],
  ['lines before the mark', '- a\n¦- b', 'x\ny'],
  ['other blocks', '- ¦', '# x\n\ny'],
])('leaves %s', (_does, before, text) => {
  expect(pasted(before, text)).toBeNull();
});

it('leaves paragraphs of HTML, and takes its lists', () => {
  expect(pasted('- a¦', 'x\n\ny', false)).toBeNull();
  expect(pasted('- ¦', '- x\n\n```\ny\n```', false)).toBe('- x\n\n```\ny\n```');
});

it('makes one item of each line at any place of any list', () => {
  const marks = fc.constantFrom('-', '*', '1.', '- [ ]', '+ [x]');
  const words = fc.array(fc.constantFrom('x', 'y z', '*w*'), { minLength: 2, maxLength: 4 });
  const ends = fc.constantFrom('\n', '\r\n', '\n\n', '\n  ');
  fc.assert(
    fc.property(marks, fc.nat(2), fc.boolean(), words, ends, (mark, depth, isQuoted, lines, end) => {
      const width = mark.startsWith('1') ? 3 : 2;
      const list = Array.from({ length: depth + 1 }, (_, level) => `${' '.repeat(level * width)}${mark} a${level}`);
      const doc = list.map((line) => (isQuoted ? `> ${line}` : line)).join('\n');
      const after = pasted(`${doc}¦`, lines.join(end))!;
      const count = (text: string) => renderMarkdown(text).html.match(/<li/g)?.length;
      expect(count(after), after).toBe(depth + lines.length);
    }),
    { numRuns: repeats(200, 2000) },
  );
});
