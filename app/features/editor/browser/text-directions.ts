import { type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

const hasRightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** The first letter of the line decides, as on the page. */
const directed = Decoration.line({ attributes: { dir: 'auto' } });

/** Marks visible lines with right-to-left letters. Other lines keep the direction of the page. */
function direct({ visibleRanges, state: { doc } }: EditorView): DecorationSet {
  const lines = new RangeSetBuilder<Decoration>();
  for (const { from, to } of visibleRanges) {
    for (let at = doc.lineAt(from); ; at = doc.line(at.number + 1)) {
      if (hasRightToLeft.test(at.text)) lines.add(at.from, at.from, directed);
      if (at.to >= to || at.number === doc.lines) break;
    }
  }
  return lines.finish();
}

class Directions {
  decorations: DecorationSet;

  constructor(view: EditorView) {
    this.decorations = direct(view);
  }

  update({ docChanged, viewportChanged, view }: ViewUpdate): void {
    if (docChanged || viewportChanged) this.decorations = direct(view);
  }
}

/** Writes each line in the direction of its text: cursor, quote bars and list marks follow it. */
export const textDirections: Extension = [
  EditorView.perLineTextDirection.of(true),
  ViewPlugin.fromClass(Directions, { decorations: ({ decorations }) => decorations }),
];
