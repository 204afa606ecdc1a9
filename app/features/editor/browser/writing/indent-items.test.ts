import { EditorState, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { indentItems, outdentItems } from '#app/features/editor/browser/writing/indent-items.ts';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';
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
])('Tab moves the item of %j with all its lines, and numbers anew', (before, after) => {
  const editor = open(before);
  expect(editor.press(indentItems)).toBe(after);
  expect(editor.press(outdentItems)).toBe(before.replace('¦', ''));
});

type Kind = '-' | '- [ ]' | '1.' | '9.' | '99.';
type Item = { extra: string[]; children: List | null };
type List = { kind: Kind; isLoose: boolean; items: Item[] };

const EXTRAS = ['more words', '```\ncode\n  in\n```', '> quote', '| a |\n| - |'];
const kind = fc.constantFrom<Kind>('-', '- [ ]', '1.', '9.', '99.');
const { list } = fc.letrec<{ list: List; item: Item }>((tie) => ({
  list: fc.record({ kind, isLoose: fc.boolean(), items: fc.array(tie('item'), { minLength: 1, maxLength: 4 }) }),
  item: fc.record({
    extra: fc.array(fc.constantFrom(...EXTRAS), { maxLength: 2 }),
    children: fc.option(tie('list'), { depthSize: 'small', maxDepth: 3 }),
  }),
}));

function written({ kind: mark, isLoose, items }: List, name: string): string {
  return items
    .map(({ extra, children }, index) => {
      const [bullet] = /^\d+\./.test(mark) ? [`${Number.parseInt(mark, 10) + index}.`] : ['-'];
      const box = mark.endsWith(']') ? '[ ] ' : '';
      const nested = children ? [written(children, `${name}${index}`)] : [];
      const first = `${box}w${name}${index}`;
      const isTight = extra.length === 0 && /^(?:-|1\.)/.test(children?.kind ?? '-');
      const body = [first, ...extra, ...nested].join(isTight ? '\n' : '\n\n');
      const indent = ' '.repeat(bullet!.length + 1);
      return `${bullet} ${body.replace(/\n(?=.)/g, `\n${indent}`)}`;
    })
    .join(isLoose ? '\n\n' : '\n');
}

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
