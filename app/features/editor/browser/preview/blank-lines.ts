import { syntaxTree } from '@codemirror/language';
import type { Text } from '@codemirror/state';
import { type Drawing, line } from '#app/features/editor/browser/preview/drawing.ts';

const BLANK = /^[\s>]*$/;
const gap = line('cm-gap');

/** Tests whether a blank line only separates two others: the first of its run, and not the last of the text. */
export const isSeparatingLine = (doc: Text, number: number): boolean =>
  number > 1 && number < doc.lines && BLANK.test(doc.line(number).text) && !BLANK.test(doc.line(number - 1).text);

/** Gives a blank line between two blocks the height of the margin that the page has there. */
export function drawBlankLines({ state, add }: Drawing, from: number, to: number): void {
  const { doc } = state;
  const tree = syntaxTree(state);
  for (let at = doc.lineAt(from); ; at = doc.line(at.number + 1)) {
    if (at.text === '' && isSeparatingLine(doc, at.number) && tree.resolveInner(at.from).name === 'Document')
      add(gap.range(at.from));
    if (at.to >= to || at.number === doc.lines) return;
  }
}
