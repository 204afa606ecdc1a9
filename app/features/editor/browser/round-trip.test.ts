import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { tests as examples } from 'commonmark-spec';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { changedPart, changesBetween } from '#app/features/editor/browser/merge-remote.ts';
import { dashesOf, parseTable, writeRow } from '#app/features/editor/browser/table/parse-table.ts';
import { repeats } from '#tests/support/length.ts';
import { chineseSamples } from '#tests/support/samples.ts';

const open = (doc: string) => EditorState.create({ doc, extensions: markdownSupport() });
const TEXTS = [...examples.map(({ markdown }) => markdown), ...chineseSamples().map(({ content }) => content)];

describe('the editor', () => {
  it('gives back every example of CommonMark and every sample without a changed character', () => {
    expect(TEXTS.length).toBeGreaterThan(650);
    for (const text of TEXTS) expect(open(text).doc.toString()).toBe(text);
  });

  it('changes the paragraph that is edited and nothing else', () => {
    for (const text of TEXTS) {
      const state = open(text);
      const line = state.doc.line(Math.ceil(state.doc.lines / 2));
      const { state: edited } = state.update({ changes: { from: line.to, insert: ' more' } });
      const lines = text.split('\n');
      lines[line.number - 1] += ' more';
      expect(edited.doc.toString()).toBe(lines.join('\n'));
    }
  });
});

describe('code', () => {
  it('of a language with the name of an object’s own property is text like any other', () => {
    for (const name of ['constructor', '__proto__', 'toString']) {
      const state = open(`\`\`\`${name}\nx\n\`\`\``);
      expect(ensureSyntaxTree(state, state.doc.length)?.topNode.firstChild?.name).toBe('FencedCode');
    }
  });
});

describe('someone else’s change', () => {
  const line = fc.constantFrom('', 'a', 'b', 'a b c', '- d', '中', '😀 a', '😁 b', 'a 😀😁');
  const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'));

  it('leads from any text to any other', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { doc } = open(before);
        expect(changesBetween(before, after).apply(doc).toString()).toBe(after);
      }),
      { numRuns: repeats(400, 2000) },
    );
  });

  it('divides no surrogate pair', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(changedPart(before, after).insert.isWellFormed()).toBe(true);
        changesBetween(before, after).iterChanges((from, to, _fromB, _toB, inserted) => {
          for (const part of [before.slice(from, to), inserted.toString()]) expect(part.isWellFormed()).toBe(true);
        });
      }),
      { numRuns: repeats(400, 2000) },
    );
  });

  it('leaves a cursor between the words it changes', () => {
    const changes = changesBetween('Roses and tulips in rows', 'Two roses and tulips in three rows');
    expect(changes.mapPos('Roses and t'.length)).toBe('Two roses and t'.length);
  });

  it('is put beneath what was typed meanwhile', () => {
    const typed = open('one\ntwo\nthree').changes({ from: 3, insert: ' and more' });
    const theirs = changesBetween('one\ntwo\nthree', 'one\ntwo\nTHREE\nfour');
    const { doc } = open('one and more\ntwo\nthree');
    expect(theirs.map(typed).apply(doc).toString()).toBe('one and more\ntwo\nTHREE\nfour');
  });
});

describe('a table', () => {
  const cell = fc.constantFrom('', 'a', '**b**', 'x \\| y', '中文', '`c`');
  const tables = fc
    .integer({ min: 1, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }));

  it('is read as it was written', () => {
    fc.assert(
      fc.property(tables, (rows) => {
        const align =
          rows[0]?.map((_, column) => (['left', 'center', 'right', null] as const)[column % 4] ?? null) ?? [];
        const [head = [], ...body] = rows;
        const lines = [writeRow(head), writeRow(align.map((each) => dashesOf(each))), ...body.map(writeRow)];
        const table = parseTable(lines.join('\n'));
        expect(table.align).toEqual(align);
        expect(table.rows.map((cells) => cells.map(({ text: own }) => own))).toEqual(rows);
      }),
    );
  });

  it('knows where each cell stands, also without outer lines and with cells left out', () => {
    const source = 'a | b\n--|:-:\n| one | two \\| three |\n x';
    const { rows, align } = parseTable(source);
    expect(align).toEqual([null, 'center']);
    expect(rows.map((cells) => cells.map(({ from, to }) => source.slice(from, to)))).toEqual([
      ['a', 'b'],
      ['one', 'two \\| three'],
      ['x'],
    ]);
  });
});
