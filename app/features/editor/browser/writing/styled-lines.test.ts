import { EditorState, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasBlock, toggleBlock } from '#app/features/editor/browser/commands.ts';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { drawnBlocks } from '#app/features/editor/browser/preview/drawn-blocks.ts';
import { blockStructure } from '#app/features/editor/browser/structure/block-structure.ts';
import { toggleField } from '#app/features/editor/browser/structure/toggles.ts';
import type { BlockStyle } from '#app/features/editor/browser/writing/styled-lines.ts';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';
import { levelsOf, list, written } from '#tests/support/generated-lists.ts';
import { repeats } from '#tests/support/length.ts';
import { parsed } from '#tests/support/parsed-state.ts';

/** Presses a button of the toolbar with a selection; returns the text after each press. */
function pressed(doc: string, from: number, to: number, style: BlockStyle, presses = 1): string[] {
  const extensions = [markdownSupport(), drawnBlocks, toggleField, blockStructure];
  const editor = {
    state: parsed(EditorState.create({ doc, selection: { anchor: from, head: to }, extensions })),
    dispatch(spec: TransactionSpec) {
      editor.state = parsed(editor.state.update(spec).state);
    },
    focus: () => undefined,
  };
  return Array.from({ length: presses }, () => {
    toggleBlock(style)(editor as unknown as EditorView);
    return editor.state.doc.toString();
  });
}

it('the state of a button is looked up for 20,000 characters; the button acts on any selection', () => {
  const items = (count: number) => Array.from({ length: count }, () => '- words').join('\n');
  const isOn = (doc: string, style: BlockStyle) => {
    const selection = { anchor: 0, head: doc.length };
    return hasBlock(parsed(EditorState.create({ doc, selection, extensions: [markdownSupport()] })), style);
  };
  expect(isOn(items(2000), 'bullets')).toBe(true);
  expect(isOn(items(3000), 'bullets')).toBe(false);
  expect(isOn(items(3000).replaceAll('-', '>'), 'quote')).toBe(false);
  const doc = items(3000);
  expect(pressed(doc, 0, doc.length, 'bullets')).toEqual([doc.replaceAll('- ', '')]);
});

const BLOCKS = {
  text: 'some words',
  code: '```js\ncode\n\nmore\n```',
  table: '| a | b |\n| - | - |\n| c | d |',
  formula: '$$\na+b\n$$',
  toggle: '<details><summary>Why</summary>\n\nBecause\n\n</details>',
  list: '- one\n\n  ```\n  in it\n  ```\n- two',
  tasks: '- [ ] do\n- [x] done',
  quote: '> said',
};
const block = fc.constantFrom(...Object.values(BLOCKS));
const texts = fc.array(block, { minLength: 1, maxLength: 5 }).map((blocks) => blocks.join('\n\n'));
const htmlOf = (text: string) => renderMarkdown(text).html;

it('a quote holds the selected blocks as they were, and the second press gives the first text back', () => {
  fc.assert(
    fc.property(texts, fc.nat(), fc.nat(), (doc, first, second) => {
      const [from, to] = [first % (doc.length + 1), second % (doc.length + 1)].sort((a, b) => a - b) as [
        number,
        number,
      ];
      fc.pre(!/^>/m.test(doc));
      const [quoted, back] = pressed(doc, from, to, 'quote', 2);
      // An empty line below HTML is quoted with one more before it, which stays.
      const single = (text: string) => text.replace(/\n{3,}/g, '\n\n');
      expect(single(back!)).toBe(single(doc));
      const letters = (text: string) => htmlOf(text).replace(/<[^>]*>|\s/g, '');
      expect(letters(quoted!)).toBe(letters(doc));
    }),
    { numRuns: repeats(300, 5000) },
  );
});

it('a quote begun below the tag of a toggle is no line of the tag', () => {
  const doc = `${BLOCKS.toggle}\n\n- one`;
  const place = BLOCKS.toggle.length + 1;
  const [quoted, back] = pressed(doc, place, place, 'quote', 2);
  expect(quoted).toBe(`${BLOCKS.toggle}\n\n> \n- one`);
  expect(htmlOf(quoted!)).toContain('<blockquote');
  expect(back).toBe(`${BLOCKS.toggle}\n\n\n- one`);
});

it.each(['bullets', 'tasks', 'h2'] as const)(
  '%s leave code, formulas, tables and tags of toggles as they are',
  (style) => {
    const blocks = [BLOCKS.text, BLOCKS.code, BLOCKS.table, BLOCKS.formula, BLOCKS.toggle];
    const doc = `${blocks.join('\n\n')}\n\nlast`;
    const [made] = pressed(doc, 0, doc.length, style);
    for (const kept of [BLOCKS.code, BLOCKS.table, BLOCKS.formula]) expect(made).toContain(kept);
    expect(made).toContain('\n<details><summary>Why</summary>\n');
    const mark = { bullets: '- ', tasks: '- [ ] ', h2: '## ' }[style];
    expect(made!.split('\n').filter((line) => line.startsWith(mark))).toEqual([
      `${mark}some words`,
      `${mark}Because`,
      `${mark}last`,
    ]);
  },
);

it.each([
  ['- one\n\n  | a |\n  | - |\n  | b¦ |\n- two', '- one\n\n  > | a |\n  > | - |\n  > | b |\n- two'],
  ['- one\n\n  ```\n  in¦\n\n  it\n  ```\n- two', '- one\n\n  > ```\n  > in\n  >\n  > it\n  > ```\n- two'],
  ['- one\n\n  mo¦re\n- two', '- one\n\n  > more\n- two'],
  ['a\n\n    co¦de\n', 'a\n\n>     code\n'],
  ['- a\n\t- b¦\n- c', '- a\n\t> - b\n- c'],
])('a quote of a block in an item stays in it: %j', (marked, quoted) => {
  const at = marked.indexOf('¦');
  const doc = marked.replace('¦', '');
  expect(pressed(doc, at, at, 'quote', 2)).toEqual([quoted, doc]);
});

it('with the cursor in code, a list changes nothing and a quote takes the whole block', () => {
  const doc = `${BLOCKS.text}\n\n${BLOCKS.code}`;
  const at = doc.indexOf('more');
  expect(pressed(doc, at, at, 'bullets')).toEqual([doc]);
  expect(pressed(doc, at, at, 'quote')).toEqual(['some words\n\n> ```js\n> code\n>\n> more\n> ```']);
});

const LISTED = ['bullets', 'numbers', 'tasks'] as const;

it('a list made of items keeps every word at its level, with the blocks of its items, also in quotes and alerts', () => {
  const kinds = fc.constantFrom(...LISTED);
  const quotes = fc.constantFrom('', '> ', '> > ');
  fc.assert(
    fc.property(list, quotes, fc.nat(), fc.nat(), kinds, (tree, quote, first, second, style) => {
      const doc = written(tree, '').replace(/^/gm, quote);
      const words = [...doc.matchAll(/\bw\d+/g)].map(({ index }) => index);
      const [from, to] = [words[first % words.length]!, words[second % words.length]!].sort((a, b) => a - b) as [
        number,
        number,
      ];
      const [made] = pressed(doc, from, to, style);
      const chosen = doc.slice(doc.lastIndexOf('\n', from) + 1, to).matchAll(/^[ >]*(- \[ \]|-|\d)/gm);
      const mark = { bullets: '-', tasks: '- [ ]', numbers: '1' }[style];
      fc.pre([...chosen].some(([, known = '']) => known.replace(/\d/, '1') !== mark));
      const wordsOf = (text: string) => htmlOf(text).replace(/<[^>]*>|\s/g, '');
      const told = `${style} from ${from} to ${to} in\n${doc}\nbecame\n${made}`;
      expect(wordsOf(made!), told).toBe(wordsOf(doc));
      expect(levelsOf(made!), told).toEqual(levelsOf(doc));
      const blocksOf = (text: string) => htmlOf(text).match(/<(?:pre|blockquote|table)\b/g);
      expect(blocksOf(made!), told).toEqual(blocksOf(doc));
    }),
    { numRuns: repeats(300, 5000) },
  );
});

it.each([
  ['bullets', '> - a¦', '> a'],
  ['tasks', '> - [ ] a¦\n> - b', '> a\n> - b'],
  ['h1', '> [!NOTE]\n> a¦\n> b', '> [!NOTE]\n> # a\n> b'],
  ['bullets', '¦> [!NOTE]\n> a\n>\n> b¦', '> [!NOTE]\n> - a\n>\n> - b'],
  ['numbers', '¦- a\n  - b\n- c¦', '1. a\n   1. b\n2. c'],
  ['numbers', '¦1. a\n   more\n2. b¦', 'a\nmore\nb'],
  ['h1', '¦- a\n  - b\n    - c¦\n- d', '# a\n# b\n# c\n- d'],
  ['bullets', '- a\n  more¦', '- a\n  - more'],
  ['numbers', '- a\n\n  mo¦re\n- b¦', '- a\n\n  1. more\n1. b'],
  ['bullets', '1. a¦\n\t- b\n\t- c', '- a\n   - b\n   - c'],
  ['bullets', '1. a¦\n\t```\n\tcode\n\t```', '- a\n   ```\n   code\n   ```'],
  ['tasks', '1. a¦\n\n\tmore\n\n2. x', '- [ ] a\n\n   more\n\n2. x'],
  ['numbers', '- a\n  - b\n    > - c¦\n    >\n    >   more', '- a\n  - b\n    > 1. c\n    >\n    >    more'],
  ['h2', 'Title¦\n=====\nx', '## Title\nx'],
  ['h1', 'Title¦\n=====\nx', '# Title\nx'],
  ['h2', '¦Title >\n=====¦\nx', '## Title >\nx'],
  ['bullets', 'One\ntitle¦\n---', 'One\n- title'],
  ['h2', '> Title¦\n> ===\n> x', '> ## Title\n> x'],
  ['h2', '## Ti¦tle ##', 'Title'],
  ['h3', '## Ti¦tle ##', '### Title'],
  ['numbers', '- # Ti¦tle #', '1. # Title #'],
  ['h1', '- ## Ti¦tle ##\n  x', '# Title\nx'],
  ['paragraph', '> Title¦\n> ===', '> Title'],
] as const)('%s of %j', (style, marked, made) => {
  const [before = '', between = '', after] = marked.split('¦');
  const ends = after === undefined ? [before.length, before.length] : [before.length, before.length + between.length];
  expect(pressed(marked.replaceAll('¦', ''), ends[0]!, ends[1]!, style)).toEqual([made]);
});

it.each(['> [!NOTE]¦\n> a', '> T\n> ===¦', '> | a |\n> | - |\n> | b¦ |'])(
  'the tool of quotes is on in %j',
  (marked) => {
    const at = marked.indexOf('¦');
    const doc = marked.replace('¦', '');
    const extensions = [markdownSupport(), toggleField];
    const state = parsed(EditorState.create({ doc, selection: { anchor: at }, extensions }));
    expect([hasBlock(state, 'quote'), hasBlock(state, 'bullets')]).toEqual([true, false]);
  },
);
