import { ensureSyntaxTree, Language, syntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { type Input, Parser, type PartialParse, type TreeFragment } from '@lezer/common';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { drawnBlocks } from '#app/features/editor/browser/preview/drawn-blocks.ts';
import { toggleField, togglesOf } from '#app/features/editor/browser/structure/toggles.ts';
import { inserted, texts } from '#tests/support/generated-blocks.ts';
import { repeats } from '#tests/support/length.ts';
import { parsed } from '#tests/support/parsed-state.ts';

/** Duration of one parse step in milliseconds; longer than CodeMirror spends on parsing within a transaction. */
const SLOW_STEP_MS = 60;
const { language } = markdownSupport();
let isSlow = false;

/** Simulates a machine that is too busy to parse Markdown within a transaction. */
class BusyParser extends Parser {
  override createParse(
    input: Input,
    fragments: readonly TreeFragment[],
    ranges: readonly { from: number; to: number }[],
  ) {
    const parse = language.parser.startParse(input, fragments, ranges);
    const advance = () => {
      const until = Date.now() + (isSlow ? SLOW_STEP_MS : 0);
      while (Date.now() < until);
      return parse.advance();
    };
    return {
      advance,
      stopAt: (at: number) => parse.stopAt(at),
      get parsedPos() {
        return parse.parsedPos;
      },
      get stoppedAt() {
        return parse.stoppedAt;
      },
    } satisfies PartialParse;
  }
}

function drawnIn(state: EditorState): string[] {
  const found: string[] = [];
  state.field(drawnBlocks).between(0, state.doc.length, (from, to) => void found.push(state.sliceDoc(from, to)));
  return found;
}

const TABLE = '| a | b |\n| --- | --- |\n| c | d |';

it('tables and formulas stay drawn while the parser has not reached them again', () => {
  isSlow = false;
  const busy = new Language(language.data, new BusyParser());
  const paragraphs = Array.from({ length: 400 }, (_, nth) => `Paragraph ${nth}\n\n`).join('');
  const doc = `${paragraphs}${TABLE}\n\nBetween\n\n$$\nx\n$$\n\nEnd`;
  let state = EditorState.create({ doc, extensions: [busy, drawnBlocks] });
  ensureSyntaxTree(state, doc.length, 5000);
  state = state.update({ selection: { anchor: 1 } }).state;
  expect(drawnIn(state)).toEqual([TABLE, '$$\nx\n$$']);

  isSlow = true;
  const cell = doc.indexOf('c |');
  state = state.update({ changes: { from: cell, insert: 'wide' }, userEvent: 'input.type.table' }).state;
  expect(syntaxTree(state).length).toBeLessThan(cell);
  expect(drawnIn(state)).toEqual([TABLE.replace('c |', 'widec |'), '$$\nx\n$$']);

  isSlow = false;
  state = parsed(state);
  const formula = state.doc.toString().indexOf('$$');
  // Parsed as a whole before and after: a transaction's own share of time may not suffice.
  state = parsed(state.update({ changes: { from: formula, to: state.doc.length, insert: 'x' } }).state);
  expect(drawnIn(state)).toEqual([TABLE.replace('c |', 'widec |')]);
});

const edits = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 20 }), inserted), { minLength: 1, maxLength: 4 });

it('after edits, the same blocks are drawn as in a new editor', () => {
  fc.assert(
    fc.property(texts, edits, (text, changes) => {
      const extensions = [markdownSupport(), drawnBlocks, toggleField];
      let state = parsed(EditorState.create({ doc: text, extensions }));
      for (const [place, length, insert] of changes) {
        const from = place % (state.doc.length + 1);
        const to = Math.min(state.doc.length, from + length);
        state = parsed(state.update({ changes: { from, to, insert } }).state);
      }
      const { doc, selection } = state;
      const anew = parsed(EditorState.create({ doc, selection, extensions }));
      expect(drawnIn(state), doc.toString()).toEqual(drawnIn(anew));
      expect(togglesOf(state)).toEqual(togglesOf(anew));
    }),
    { numRuns: repeats(500, 10_000) },
  );
});
