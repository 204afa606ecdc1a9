import { EditorState, type TransactionSpec } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { unmarkHeading } from '#app/features/editor/browser/writing/heading-start.ts';
import { eraseRule, joinBlocks } from '#app/features/editor/browser/writing/join-blocks.ts';
import { joinParagraphs } from '#app/features/editor/browser/writing/paragraphs.ts';
import { outdentBlock, unmarkItem } from '#app/features/editor/browser/writing/unmark-item.ts';
import { unmarkQuote } from '#app/features/editor/browser/writing/unmark-quote.ts';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';
import { repeats } from '#tests/support/length.ts';
import { parsed } from '#tests/support/parsed-state.ts';

/** The commands of both keys in the order of the keymap. */
const KEYS = {
  Backspace: [
    joinParagraphs('above'),
    unmarkHeading,
    unmarkItem,
    outdentBlock,
    unmarkQuote,
    eraseRule('above'),
    joinBlocks('above'),
  ],
  Delete: [joinParagraphs('below'), eraseRule('below'), joinBlocks('below')],
};

/** Presses a key with the cursor at a position; null if no command takes it. */
function press(key: keyof typeof KEYS, doc: string, at: number): { text: string; head: number } | null {
  const editor = {
    state: EditorState.create({ doc, selection: { anchor: at }, extensions: [markdownSupport()] }),
    dispatch(spec: TransactionSpec) {
      editor.state = editor.state.update(spec).state;
    },
  };
  editor.state = parsed(editor.state);
  const isTaken = KEYS[key].some((command: Command) => command(editor as unknown as EditorView));
  return isTaken ? { text: editor.state.doc.toString(), head: editor.state.selection.main.head } : null;
}

function pressed(key: keyof typeof KEYS, marked: string): string | null {
  const [before = '', after = ''] = marked.split('¦');
  const result = press(key, before + after, before.length);
  return result && `${result.text.slice(0, result.head)}¦${result.text.slice(result.head)}`;
}

it.each([
  ['- a\n- ¦b\n- c', '- a\n\n¦b\n\n- c'],
  ['1. a\n2. ¦b\n3. c', '1. a\n\n¦b\n\n2. c'],
  ['- a\n- [x] ¦b', '- a\n\n¦b'],
  ['- a\n- ¦b\n  - c\n    - d\n- e', '- a\n\n¦b\n\n- c\n  - d\n- e'],
  ['- a\n  - ¦b\n    - c', '- a\n- ¦b\n  - c'],
  ['- ¦a\n- b', '¦a\n\n- b'],
  ['- a\n- ¦\n- c', '- a\n\n¦\n\n- c'],
  ['> - a\n> - ¦b\n> - c', '> - a\n>\n> ¦b\n>\n> - c'],
  ['- ¦a\n\n  more\n\n  ```\n  code\n  ```', '¦a\n\nmore\n\n```\ncode\n```'],
  ['- a\n\n¦b', '- a¦b'],
  ['> a\n\n¦b', '> a¦b'],
  ['a\n\n---\n\n¦b', 'a\n\n¦b'],
])('Backspace in %j', (before, after) => {
  expect(pressed('Backspace', before)).toBe(after);
});

it.each([
  ['- a¦\n- b\n- c', '- a¦b\n- c'],
  ['1. a¦\n2. b\n3. c', '1. a¦b\n2. c'],
  ['- [ ] a¦\n- [x] b', '- [ ] a¦b'],
  ['- a¦\n  - b\n    - c', '- a¦b\n  - c'],
  ['- a\n  - b¦\n- c\n  - d', '- a\n  - b¦c\n    - d'],
  ['- a¦\n- \n- c', '- a¦\n- c'],
  ['- a¦\n\nb', '- a¦b'],
  ['a¦\n\n1. b\n2. c', 'a¦b\n\n1. c'],
  ['a¦\n\n> b', 'a¦b'],
  ['a¦\n\n> b\n> c', 'a¦b\nc'],
  ['- a¦\n\n## b ##', '- a¦b'],
  ['# a¦\n\n- b', '# a¦b'],
  ['> a¦\n>\n> # b', '> a¦b'],
  ['- a¦\n- # b\n- c', '- a¦b\n- c'],
  ['1. a¦\n\n   ## b ##', '1. a¦b'],
  ['a¦\n\n> # b', 'a¦b'],
  ['> a¦\n>\n> b\n> c\n> ==', '> a¦b\n> c'],
  ['a¦\n\n> b\n> c\n> ==', 'a¦b\nc'],
  ['a¦\n\n---\n\nb', 'a¦\n\nb'],
  ['a\n¦\n---\n\nb', 'a\n¦\n\nb'],
])('Delete in %j', (before, after) => {
  expect(pressed('Delete', before)).toBe(after);
});

it.each(['a¦\n\n```\nb\n```', 'a¦\n\n| b |\n| - |', 'a¦\n\n> [!NOTE]\n> b', 'a¦\n\n\n- b', '```\na¦\n- b\n```'])(
  'Delete leaves %j to other commands',
  (before) => {
    expect(pressed('Delete', before)).toBeNull();
  },
);

type Item = { kind: string; depth: number; isHeading: boolean };
/** A list as levels and kinds of marks; each item is at most one level below the one before. */
const list = fc.array(
  fc.record({ kind: fc.constantFrom('-', '1.', '- [ ]'), depth: fc.nat(2), isHeading: fc.boolean() }),
  {
    minLength: 1,
    maxLength: 5,
  },
);
const block = fc.oneof(fc.constantFrom('paragraph', 'heading', 'quote', 'quoted heading'), list);
const texts = fc.array(block, { minLength: 1, maxLength: 5 }).map((blocks) => {
  let count = 0;
  const word = () => `w${String.fromCharCode(97 + count++)}`;
  return blocks.map((each) => (typeof each === 'string' ? write(each, word()) : writeList(each, word))).join('\n\n');
});

const write = (kind: string, word: string) =>
  ({ heading: '## ', quote: '> ', 'quoted heading': '> # ' })[kind]?.concat(word) ?? word;

function writeList(items: readonly Item[], word: () => string): string {
  const parents: { indent: number; kind: string; count: number }[] = [];
  const lines = items.map(({ kind, depth, isHeading }) => {
    parents.length = Math.min(parents.length, depth + 1);
    // Items of one level have the marks of the first.
    let level = parents[depth];
    if (!level) {
      const outer = parents.at(-1);
      level = { kind, count: 0, indent: outer ? outer.indent + (outer.kind === '1.' ? 3 : 2) : 0 };
      parents.push(level);
    }
    level.count += 1;
    const mark = level.kind === '1.' ? `${level.count}.` : level.kind;
    return `${' '.repeat(level.indent)}${mark} ${isHeading && !mark.endsWith(']') ? '# ' : ''}${word()}`;
  });
  return lines.join('\n');
}

/** Returns the text of each block of the page. Words of one block that no mark divides are in one entry. */
function blocksOf(text: string): string[] {
  const { html } = renderMarkdown(text);
  const parts = html.replaceAll('\n', ' ').split(/<[^>]+>/);
  return parts.map((part) => part.trim()).filter(Boolean);
}

it('joins exactly two texts or none in any text of paragraphs, headings, quotes and lists', () => {
  fc.assert(
    fc.property(texts, fc.nat(), fc.constantFrom('Backspace' as const, 'Delete' as const), (text, nth, key) => {
      const words = [...text.matchAll(/w[a-z]/g)];
      const index = nth % words.length;
      const at = words[index]!.index + (key === 'Delete' ? 2 : 0);
      const result = press(key, text, at);
      const before = blocksOf(text);
      const first = key === 'Delete' ? index : index - 1;
      const merged = before.toSpliced(first, 2, before.slice(first, first + 2).join(''));
      if (key === 'Delete') expect(result !== null).toBe(index < words.length - 1);
      if (!result) return;
      const after = blocksOf(result.text);
      const allowed = key === 'Delete' ? [merged] : [before, ...(first >= 0 ? [merged] : [])];
      expect(allowed, `${text}\n=> ${result.text}`).toContainEqual(after);
    }),
    { numRuns: repeats(300, 5000) },
  );
});
