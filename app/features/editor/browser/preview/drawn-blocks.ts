import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Range, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { frontMatterEnd } from '#app/features/editor/browser/preview/front-matter.ts';
import { MathsWidget } from '#app/features/editor/browser/preview/maths-widget.ts';
import { TableWidget } from '#app/features/editor/browser/table/table-widget.ts';

function drawn(state: EditorState, name: string, from: number, to: number): Decoration | null {
  const source = state.sliceDoc(from, to);
  if (name === 'Table') return Decoration.replace({ widget: new TableWidget(source), block: true });
  const isTouched = state.selection.ranges.some((range) => range.from <= to && range.to >= from);
  if (name !== 'BlockMaths' || isTouched) return null;
  const tex = source.replace(/^\$\$.*\n?/, '').replace(/\n?[ \t]*\$\$+[ \t]*$/, '');
  return Decoration.replace({ widget: new MathsWidget(tex, true), block: true });
}

/** Blocks on the top level alone: inside a list or a quote their lines carry marks that are not theirs. */
function draw(state: EditorState): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  const head = frontMatterEnd(state.doc);
  const cursor = syntaxTree(state).cursor();
  if (!cursor.firstChild()) return Decoration.none;
  do {
    if (cursor.name !== 'Table' && cursor.name !== 'BlockMaths') continue;
    const { from, to, name } = cursor;
    const startsLine = state.doc.lineAt(from).from === from;
    const decoration = from >= head && startsLine ? drawn(state, name, from, state.doc.lineAt(to).to) : null;
    if (decoration) ranges.push(decoration.range(from, state.doc.lineAt(to).to));
  } while (cursor.nextSibling());
  return Decoration.set(ranges);
}

/** Tables and formulas drawn over several lines. What changes heights has to be known before the view is laid out. */
export const drawnBlocks = StateField.define<DecorationSet>({
  create: draw,
  update(blocks, transaction) {
    const { state, startState, docChanged, selection } = transaction;
    const isParsed = syntaxTree(state) !== syntaxTree(startState);
    return docChanged || selection || isParsed ? draw(state) : blocks;
  },
  provide: (field) => [
    EditorView.decorations.from(field),
    EditorView.atomicRanges.of((view) => view.state.field(field)),
  ],
});
