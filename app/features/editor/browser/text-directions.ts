import { type Extension, RangeSetBuilder, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { hasRightToLeft, RIGHT_TO_LEFT } from '#app/i18n/right-to-left.ts';

const beginsRightToLeft = new RegExp(`^[^\\p{L}]*${RIGHT_TO_LEFT}`, 'u');
/** Matches a line of a quote without text: the title of an alert, or a blank line. */
const isBareQuote = /^[ >]*>\s*(?:\[!\w+\]\s*)?$/;
const QUOTE_LOOKED_AT_MAX = 50;
/** The first letter of the line decides, as on the page. */
const directed = Decoration.line({ attributes: { dir: 'auto' } });
const turned = Decoration.line({ attributes: { dir: 'rtl' } });

/** Returns true if the first words of a quote below one of its lines are written from right to left. */
function isAboveRightToLeft(doc: Text, number: number): boolean {
  for (let next = number + 1; next <= Math.min(doc.lines, number + QUOTE_LOOKED_AT_MAX); next += 1) {
    const { text } = doc.line(next);
    if (!text.trimStart().startsWith('>')) return false;
    if (!isBareQuote.test(text)) return beginsRightToLeft.test(text);
  }
  return false;
}

function directionOf(doc: Text, number: number, text: string): Decoration | undefined {
  if (hasRightToLeft(text)) return directed;
  return isBareQuote.test(text) && isAboveRightToLeft(doc, number) ? turned : undefined;
}

/** Marks visible lines with right-to-left letters. Other lines keep the direction of the page. */
function direct({ visibleRanges, state: { doc } }: EditorView): DecorationSet {
  const lines = new RangeSetBuilder<Decoration>();
  for (const { from, to } of visibleRanges) {
    for (let at = doc.lineAt(from); ; at = doc.line(at.number + 1)) {
      const direction = directionOf(doc, at.number, at.text);
      if (direction) lines.add(at.from, at.from, direction);
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
