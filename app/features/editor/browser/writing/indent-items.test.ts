import { EditorState, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { indentItems, outdentItems } from '#app/features/editor/browser/writing/indent-items.ts';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';
import { levelsOf, list, listWithHtml, written } from '#tests/support/generated-lists.ts';
import { repeats } from '#tests/support/length.ts';
import { parsed } from '#tests/support/parsed-state.ts';

/** Opens a text with `¦` at the cursor. */
function open(marked: string) {
  const anchor = marked.indexOf('¦');
  const doc = marked.replace('¦', '');
  const editor = {
    state: parsed(EditorState.create({ doc, selection: { anchor }, extensions: [markdownSupport()] })),
    dispatch(spec: TransactionSpec) {
      editor.state = parsed(editor.state.update(spec).state);
    },
    press(command: typeof indentItems) {
      command(editor as unknown as EditorView);
      return editor.state.doc.toString();
    },
  };
  return editor;
}

it.each([
  ['9. a\n10. ¦b\n\n    more\n11. c', '9. a\n   1. b\n\n      more\n10. c'],
  ['8. a\n9. ¦b\n10. c\n    - d', '8. a\n   1. b\n9. c\n   - d'],
  ['- a\n- ¦b\n\n  > c', '- a\n  - b\n\n    > c'],
  ['1. a\n   1. x\n\n   more\n2. ¦b', '1. a\n   1. x\n\n   more\n   1. b'],
  ['-\ta\n-\t¦b', '-\ta\n    -\tb'],
  ['> 1.\ta\n> 2.\t¦b', '> 1.\ta\n>       1.\tb'],
])('Tab moves the item of %j with all its lines, and numbers anew', (before, after) => {
  const editor = open(before);
  expect(editor.press(indentItems)).toBe(after);
  expect(editor.press(outdentItems)).toBe(before.replace('¦', ''));
});

it.each([
  ['Tab', indentItems, '- a\n  <hr>\n- ¦b', '- a\n  <hr>\n\n  - b'],
  ['Shift+Tab', outdentItems, '- a\n  - ¦b\n    <hr>\n  - c', '- a\n- b\n  <hr>\n\n  - c'],
  ['Shift+Tab', outdentItems, '> - a\n>   1. ¦b\n>      <hr>\n>   2. c', '> - a\n> 1. b\n>    <hr>\n>\n>    1. c'],
])('%s leaves an item below HTML an item', (_key, command, before, after) => {
  expect(open(before).press(command)).toBe(after);
});

it('Shift+Tab takes Tab back, and all items stay items', () => {
  fc.assert(
    fc.property(list, fc.nat(), (tree, place) => {
      const doc = written(tree, '');
      const words = [...doc.matchAll(/w\d+/g)];
      const at = words[place % words.length]!.index;
      const editor = open(`${doc.slice(0, at)}¦${doc.slice(at)}`);
      const items = (text: string) => renderMarkdown(text).html.match(/<li/g)?.length;
      const indented = editor.press(indentItems);
      expect(items(indented), indented).toBe(items(doc));
      fc.pre(indented !== doc);
      expect(editor.press(outdentItems), indented).toBe(doc);
    }),
    { numRuns: repeats(500, 10_000) },
  );
});

it.each([
  ['Tab', indentItems, 1],
  ['Shift+Tab', outdentItems, -1],
])('%s moves an item and its children by one level, and no other', (_key, command, by) => {
  fc.assert(
    fc.property(listWithHtml, fc.nat(), (tree, place) => {
      const doc = written(tree, '');
      const movable = [...doc.matchAll(by > 0 ? /w\d*[1-9]\b/g : /w\d\d+/g)];
      fc.pre(movable.length > 0);
      const { index: at, 0: word } = movable[place % movable.length]!;
      const after = open(`${doc.slice(0, at)}¦${doc.slice(at)}`).press(command);
      const wanted = Object.entries(levelsOf(doc)).map(([name, level]) => [
        name,
        name.startsWith(word) ? level + by : level,
      ]);
      expect(levelsOf(after), `${word} in\n${doc}\nbecame\n${after}`).toEqual(Object.fromEntries(wanted));
    }),
    { numRuns: repeats(500, 10_000) },
  );
});
