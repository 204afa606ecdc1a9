import { type ChangeSpec, EditorState } from '@codemirror/state';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import * as Y from 'yjs';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { moveColumn, moveRow } from '#app/features/editor/browser/table/move-cells.ts';
import { cursorsOfOthers } from '#app/features/editor/browser/writers.ts';
import { moveSpec } from '#app/features/editor/browser/writing/move-blocks.ts';
import { parsed } from '#tests/support/parsed-state.ts';

type Writing = { text: string; at: number; typed: string };
type Make = (state: EditorState) => ChangeSpec;

/** One person changes the text while another types a letter; returns what both have then. */
function atTheSameTime({ text, at, typed }: Writing, makeChanges: Make, isMoverFirst: boolean): string {
  const state = parsed(
    EditorState.create({
      doc: text,
      extensions: [markdownSupport(), cursorsOfOthers.of(() => [at])],
    }),
  );
  const [mover, writer] = [1, 2].map((id) => Object.assign(new Y.Doc(), { clientID: isMoverFirst ? id : 3 - id }));
  mover!.getText().insert(0, text);
  Y.applyUpdate(writer!, Y.encodeStateAsUpdate(mover!));
  writer!.getText().insert(at, typed);
  let shift = 0;
  state.update({ changes: makeChanges(state), filter: false }).changes.iterChanges((from, to, _from, _to, inserted) => {
    const insert = inserted.toString();
    mover!.getText().delete(from + shift, to - from);
    mover!.getText().insert(from + shift, insert);
    shift += insert.length - (to - from);
  });
  Y.applyUpdate(writer!, Y.encodeStateAsUpdate(mover!));
  Y.applyUpdate(mover!, Y.encodeStateAsUpdate(writer!));
  expect(mover!.getText().toString()).toBe(writer!.getText().toString());
  return mover!.getText().toString();
}

const kinds = fc.constantFrom(
  { mark: '', gap: '\n\n' },
  { mark: '- ', gap: '\n' },
  { mark: '- [ ] ', gap: '\n' },
  { mark: '> - ', gap: '\n' },
);

it('letters typed in a block while someone moves it or its neighbour stay in their block', () => {
  fc.assert(
    fc.property(
      kinds,
      fc.nat(2),
      fc.nat(5),
      fc.constantFrom(-1 as const, 1 as const),
      fc.boolean(),
      fc.boolean(),
      ({ mark, gap }, written, place, by, isMovedWritten, isMoverFirst) => {
        const words = ['first', 'other', 'third'];
        const moved = isMovedWritten ? written : written - by;
        fc.pre(moved >= 0 && moved < 3 && moved + by >= 0 && moved + by < 3);
        // At the very start of a text nothing separates a letter from what is inserted there.
        const text = `# Head\n\n${words.map((word) => mark + word).join(gap)}\n`;
        const at = text.indexOf(words[written]!) + place;
        const withLetter = words.map((word, index) =>
          index === written ? `${word.slice(0, place)}X${word.slice(place)}` : word,
        );
        [withLetter[moved], withLetter[moved + by]] = [withLetter[moved + by]!, withLetter[moved]!];
        const move = (state: EditorState) => {
          const anchor = text.indexOf(words[moved]!);
          const spec = moveSpec(state.update({ selection: { anchor } }).state, by)!.spec;
          return spec.changes!;
        };
        const merged = atTheSameTime({ text, at, typed: 'X' }, move, isMoverFirst);
        expect(merged.trimEnd()).toBe(`# Head\n\n${withLetter.map((word) => mark + word).join(gap)}`);
      },
    ),
    { numRuns: 500 },
  );
});

it('letters typed in a cell while someone moves its row or column stay in their cell', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'bc', '', 'def', '**g**'), { minLength: 9, maxLength: 9 }),
      fc.nat(8),
      fc.nat(5),
      fc.constantFrom(-1 as const, 1 as const),
      fc.boolean(),
      fc.boolean(),
      (cells, written, place, by, isColumn, isMoverFirst) => {
        const rows = [0, 3, 6].map((first) => cells.slice(first, first + 3));
        const [row, column] = [Math.floor(written / 3), written % 3];
        const moved = isColumn ? column : row + 1;
        const last = isColumn ? 2 : 3;
        const first = isColumn ? 0 : 1;
        fc.pre(moved + by >= first && moved + by <= last);
        const offset = Math.min(place, rows[row]![column]!.length);
        const lines = (table: string[][]) => table.map((texts) => `| ${texts.join(' | ')} |`);
        const head = ['| h | i | j |', '| - | - | - |'];
        const text = [...head, ...lines(rows)].join('\n');
        const before = [...head, ...lines(rows.slice(0, row))].join('\n').length + 3;
        const at = before + rows[row]!.slice(0, column).reduce((sum, cell) => sum + cell.length + 3, 0) + offset;
        const isWritten = (part: { from: number; to: number }) => part.from <= at && at <= part.to;
        const move = () => (isColumn ? moveColumn(text, column, by, isWritten) : moveRow(text, row + 1, by, isWritten));
        const expected: string[][] = rows.map((texts) => [...texts]);
        expected[row]![column] = `${rows[row]![column]!.slice(0, offset)}X${rows[row]![column]!.slice(offset)}`;
        const swap = <T>(list: T[], one: number, other: number) => {
          [list[one], list[other]] = [list[other]!, list[one]!];
        };
        if (isColumn) for (const texts of expected) swap(texts, column, column + by);
        else swap(expected, row, row + by);
        const merged = atTheSameTime({ text: `${text}\n`, at, typed: 'X' }, move, isMoverFirst);
        expect(merged.split('\n').slice(2, 5).map(squeezed)).toEqual(lines(expected).map(squeezed));
      },
    ),
    { numRuns: 500 },
  );
});

const squeezed = (line: string) => line.replaceAll(/ +/g, ' ');
