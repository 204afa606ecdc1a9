import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Range, StateField, type Transaction } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { frontMatterEnd } from '#app/features/editor/browser/preview/front-matter.ts';
import { MathsWidget } from '#app/features/editor/browser/preview/maths-widget.ts';
import { TableWidget } from '#app/features/editor/browser/table/table-widget.ts';

type Lines = { from: number; to: number };

/** Tests whether a cursor or selection is inside; the source is shown then. */
function isEntered({ selection }: EditorState, { from, to }: Lines): boolean {
  return selection.ranges.some((range) => range.from >= from && range.to <= to && !isWhole(range, from, to));
}

const isWhole = (range: Lines, from: number, to: number) =>
  range.from < range.to && range.from === from && range.to === to;

/** Keeps a hand-written table as source while the cursor is on the line for its next row. */
function isWrittenOn(transaction: Transaction | null, { from, to }: Lines, before: DecorationSet): boolean {
  if (!transaction?.docChanged) return false;
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

function widgetOf(state: EditorState, name: string, { from, to }: Lines) {
  const source = state.sliceDoc(from, to);
  if (name === 'Table') return new TableWidget(source);
  return new MathsWidget(source.replace(/^\$\$.*\n?/, '').replace(/\n?[ \t]*\$\$+[ \t]*$/, ''), true);
}

/** Draws top-level blocks only: in lists and quotes, their lines carry other marks. */
function draw(state: EditorState, transaction: Transaction | null, before = Decoration.none): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  const head = frontMatterEnd(state.doc);
  const cursor = syntaxTree(state).cursor();
  if (!cursor.firstChild()) return Decoration.none;
  do {
    const { name, from } = cursor;
    if (name !== 'Table' && name !== 'BlockMaths') continue;
    const lines = { from, to: state.doc.lineAt(cursor.to).to };
    if (from < head || state.doc.lineAt(from).from !== from || isEntered(state, lines)) continue;
    if (name === 'Table' && isWrittenOn(transaction, lines, before)) continue;
    ranges.push(Decoration.replace({ widget: widgetOf(state, name, lines), block: true }).range(from, lines.to));
  } while (cursor.nextSibling());
  return Decoration.set(ranges);
}

/** Decorations of tables and formulas. A state field, as block decorations must precede layout. */
export const drawnBlocks = StateField.define<DecorationSet>({
  create: (state) => draw(state, null),
  update(blocks, transaction) {
    const { state, startState, docChanged, selection } = transaction;
    const isParsed = syntaxTree(state) !== syntaxTree(startState);
    return docChanged || selection || isParsed ? draw(state, transaction, blocks) : blocks;
  },
  provide: (field) => [
    EditorView.decorations.from(field),
    // Tables are atomic, as their cells have cursors of their own. A formula shows its source under the cursor.
    EditorView.atomicRanges.of((view) =>
      view.state.field(field).update({ filter: (_from, _to, { spec }) => 'source' in spec.widget }),
    ),
  ],
});
