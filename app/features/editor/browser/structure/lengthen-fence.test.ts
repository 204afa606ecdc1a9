import { history, undo } from '@codemirror/commands';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { drawnBlocks } from '#app/features/editor/browser/preview/drawn-blocks.ts';
import { blockStructure } from '#app/features/editor/browser/structure/block-structure.ts';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';
import { repeats } from '#tests/support/length.ts';
import { parsed } from '#tests/support/parsed-state.ts';

function open(marked: string) {
  const doc = marked.replace('¦', '');
  const extensions = [markdownSupport(), history(), drawnBlocks, blockStructure];
  const editor = {
    state: EditorState.create({ doc, selection: { anchor: marked.indexOf('¦') }, extensions }),
    dispatch(spec: TransactionSpec) {
      editor.state = editor.state.update(spec).state;
    },
    insert: (text: string, userEvent: string) => editor.dispatch({ ...editor.state.replaceSelection(text), userEvent }),
    text: () => editor.state.doc.toString(),
  };
  editor.state = parsed(editor.state);
  return editor;
}

const PASTED = 'foo\n```\nbar\n```\nbaz';

it.each([
  ['```\n¦\n```\n\nend', '````\nfoo\n```\nbar\n```\nbaz\n````\n\nend'],
  ['```js\na¦\n```', '````js\nafoo\n```\nbar\n```\nbaz\n````'],
  ['> ```\n> ¦\n> ```', '> ````\n> foo\n> ```\n> bar\n> ```\n> baz\n> ````'],
  ['- ```\n  ¦\n  ```', '- ````\n  foo\n  ```\n  bar\n  ```\n  baz\n  ````'],
  ['~~~\n¦\n~~~', '~~~\nfoo\n```\nbar\n```\nbaz\n~~~'],
  ['a ¦ b', 'a foo\n```\nbar\n```\nbaz b'],
])('pasted fences stay code in %j, and one undo takes them back', (before, after) => {
  const editor = open(before);
  editor.insert(PASTED, 'input.paste');
  expect(editor.text()).toBe(after);
  undo(editor as unknown as EditorView);
  expect(editor.text()).toBe(before.replace('¦', ''));
});

it('a fence that is typed closes the code', () => {
  const editor = open('```\na\n¦\n```');
  editor.insert('``', 'input.type');
  editor.insert('`', 'input.type');
  expect(editor.text()).toBe('```\na\n```\n```');
});

const lines = fc.array(fc.constantFrom('a', '', '```', '````js', '~~~', '  ```', '~~~~~', 'x ```'), { maxLength: 6 });
const marks = fc.constantFrom('```', '~~~', '````');

it('text pasted into code is one block of code on the page', () => {
  fc.assert(
    fc.property(lines, marks, fc.nat(2), (pasted, mark, line) => {
      const code = ['one', 'two', 'three'];
      code[line] += '¦';
      const editor = open(`${mark}\n${code.join('\n')}\n${mark}\n\nend`);
      editor.insert(`\n${pasted.join('\n')}\n`, 'input.paste');
      const { html } = renderMarkdown(editor.text());
      expect(html.match(/<pre/g), editor.text()).toHaveLength(1);
      expect(html).toContain('<p>end</p>');
    }),
    { numRuns: repeats(200, 3000) },
  );
});
