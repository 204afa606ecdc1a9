import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Range, StateField, type Transaction } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { frontMatterEnd } from '#app/features/editor/browser/preview/front-matter.ts';
import { MathsWidget } from '#app/features/editor/browser/preview/maths-widget.ts';
import { isBesideAlone } from '#app/features/editor/browser/structure/place-caret.ts';
import { topBlocks } from '#app/features/editor/browser/structure/top-blocks.ts';
import { TableWidget } from '#app/features/editor/browser/table/table-widget.ts';

type Lines = { from: number; to: number };

/** Tests whether a cursor or selection is inside; the source is shown then. */
function isEntered({ doc, selection }: EditorState, { from, to }: Lines, name: BlockName): boolean {
  if (name === 'Table' && isBesideAlone(doc, { from, to }, selection.main.to)) return false;
  return selection.ranges.some((range) => range.from >= from && range.to <= to && !isWhole(range, from, to));
}

const isWhole = (range: Lines, from: number, to: number) =>
  range.from < range.to && range.from === from && range.to === to;

/** Keeps a hand-written table as source while the cursor is on the line for its next row. */
function isWrittenOn(transaction: Transaction | null, { from, to }: Lines, before: DecorationSet): boolean {
  if (!transaction?.docChanged || transaction.isUserEvent('input.table')) return false;
  const { state, changes } = transaction;
  const next = to < state.doc.length ? state.doc.lineAt(to + 1) : null;
  const { main } = state.selection;
  if (next?.text !== '' || !main.empty || main.head !== next.from) return false;
  const start = changes.invertedDesc.mapPos(from);
  let wasDrawn = false;
  before.between(start, start, () => {
    wasDrawn = true;
  });
  return !wasDrawn;
}

type BlockName = 'Table' | 'BlockMaths';

const texOf = (source: string) => source.replace(/^\$\$.*\n?/, '').replace(/\n?[ \t]*\$\$+[ \t]*$/, '');

/** Shows the rendered formula below its source while the source is edited. */
function previewOf(state: EditorState, { from, to }: Lines): Range<Decoration>[] {
  const tex = texOf(state.sliceDoc(from, to));
  const widget = new MathsWidget(tex, true, true);
  return tex.trim() === '' ? [] : [Decoration.widget({ widget, block: true, side: 1 }).range(to)];
}

function widgetOf(state: EditorState, name: BlockName, { from, to }: Lines) {
  const source = state.sliceDoc(from, to);
  if (name === 'Table') return new TableWidget(source);
  return new MathsWidget(texOf(source), true);
}

const draw = (state: EditorState, name: BlockName, lines: Lines) =>
  Decoration.replace({ widget: widgetOf(state, name, lines), block: true }).range(lines.from, lines.to);

/** Returns the drawn blocks that a transaction does not touch, by their new start. */
function untouched(transaction: Transaction | null, before: DecorationSet): Map<number, Range<Decoration>> {
  const found = new Map<number, Range<Decoration>>();
  if (!transaction) return found;
  const { changes } = transaction;
  for (const cursor = before.iter(); cursor.value; cursor.next()) {
    const { from, to, value } = cursor;
    if (from === to || changes.touchesRange(from, to)) continue;
    const start = changes.mapPos(from);
    found.set(start, value.range(start, start + to - from));
  }
  return found;
}

/**
 * Draws top-level blocks only: in lists and quotes, their lines carry other marks. Blocks that did not change keep
 * their drawing, as a text may have hundreds.
 */
function drawParsed(state: EditorState, transaction: Transaction | null, before: DecorationSet): Range<Decoration>[] {
  const ranges: Range<Decoration>[] = [];
  const head = frontMatterEnd(state.doc);
  const kept = untouched(transaction, before);
  for (const { name, from, to } of topBlocks(syntaxTree(state))) {
    if (name === 'HTMLBlock' || isBeyond(state, to)) continue;
    const lines = { from, to: state.doc.lineAt(to).to };
    if (from < head || state.doc.lineAt(from).from !== from) continue;
    if (isEntered(state, lines, name)) {
      if (name === 'BlockMaths') ranges.push(...previewOf(state, lines));
      continue;
    }
    if (name === 'Table' && isWrittenOn(transaction, lines, before)) continue;
    const same = kept.get(from);
    const isSame = same?.to === lines.to && same.value.spec.widget instanceof TableWidget === (name === 'Table');
    ranges.push(same && isSame ? same : draw(state, name, lines));
  }
  return ranges;
}

/** Tests whether a block may continue after the parsed part of the text. */
function isBeyond(state: EditorState, to: number): boolean {
  const { length } = syntaxTree(state);
  return length < state.doc.length && to >= length;
}

/**
 * Keeps blocks drawn that the parser has not reached again. Otherwise a table would lose the cell that the user types
 * in.
 */
function keepUnparsed(transaction: Transaction, before: DecorationSet): Range<Decoration>[] {
  const { state, changes } = transaction;
  const kept: Range<Decoration>[] = [];
  for (const cursor = before.map(changes).iter(); cursor.value; cursor.next()) {
    const { from, to, value } = cursor;
    const name = value.spec.widget instanceof TableWidget ? 'Table' : 'BlockMaths';
    const isWholeLines = state.doc.lineAt(from).from === from && state.doc.lineAt(to).to === to;
    if (!isBeyond(state, to) || !isWholeLines || isEntered(state, { from, to }, name)) continue;
    kept.push(draw(state, name, { from, to }));
  }
  return kept;
}

/**
 * Tests whether a text that is selected has no line but those of drawn blocks. Browsers drop such a selection, and
 * typing would do nothing.
 */
function lacksLine({ doc, selection }: EditorState, drawn: DecorationSet): boolean {
  if (selection.main.empty) return false;
  let next = 0;
  for (const cursor = drawn.iter(); cursor.value && cursor.from === next; cursor.next()) next = cursor.to + 1;
  return next > doc.length;
}

function drawAll(transaction: Transaction, before: DecorationSet): DecorationSet {
  const { state } = transaction;
  const ranges = [...drawParsed(state, transaction, before), ...keepUnparsed(transaction, before)];
  const drawn = Decoration.set(ranges, true);
  return lacksLine(state, drawn) ? Decoration.none : drawn;
}

/** Decorations of tables and formulas. A state field, as block decorations must precede layout. */
export const drawnBlocks = StateField.define<DecorationSet>({
  create: (state) => Decoration.set(drawParsed(state, null, Decoration.none)),
  update(blocks, transaction) {
    const { state, startState, docChanged, selection } = transaction;
    const isParsed = syntaxTree(state) !== syntaxTree(startState);
    return docChanged || selection || isParsed ? drawAll(transaction, blocks) : blocks;
  },
  provide: (field) => [
    EditorView.decorations.from(field),
    // Tables are atomic, as their cells have cursors of their own. A formula shows its source under the cursor.
    EditorView.atomicRanges.of((view) =>
      view.state.field(field).update({ filter: (_from, _to, { spec }) => 'source' in spec.widget }),
    ),
  ],
});

/** Returns a position, or the end of the drawn block that contains it. */
export function outsideBlocks(state: EditorState, at: number): number {
  let outside = at;
  state.field(drawnBlocks, false)?.between(at, at, (_from, to) => {
    outside = to;
  });
  return outside;
}
