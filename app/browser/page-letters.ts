import { findMarks, type Letters, lettersOf, marksAt, type ReadingPlace } from '#app/browser/reading-place.ts';

/** Parts of a page's text that its source does not contain, or only in other letters. */
const ADDED = '.katex, .code-copy, .alert-title, .anchor, [data-footnote-backref], .card-kind';

type Piece = { node: Text; start: number; letters: Letters };

/** Returns the letters of a page's text and the node of each. */
function readLetters(body: Element): { letters: string; pieces: Piece[] } {
  const pieces: Piece[] = [];
  let letters = '';
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (node.parentElement?.closest(ADDED)) continue;
    const own = lettersOf(node.data);
    pieces.push({ node, start: letters.length, letters: own });
    letters += own.letters;
  }
  return { letters, pieces };
}

function topAt(node: Text, offset: number): number {
  const range = document.createRange();
  range.setStart(node, Math.min(offset, node.length));
  range.setEnd(node, Math.min(offset + 1, node.length));
  return range.getBoundingClientRect().top;
}

type Caret = { node: Node; offset: number };

/** WebKit before Safari 26 has `caretRangeFromPoint` alone. */
function caretAt(x: number, y: number): Caret | null {
  const caret = document.caretPositionFromPoint?.(x, y);
  if (caret) return { node: caret.offsetNode, offset: caret.offset };
  const range = document.caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : null;
}

/** Returns the text position at a point of the window; null if there is no text of the body. */
export function placeAt(body: Element, docId: string, x: number, y: number): ReadingPlace | null {
  const caret = caretAt(x, y);
  const node = caret?.node;
  if (!(node instanceof Text) || !body.contains(node)) return null;
  const { letters, pieces } = readLetters(body);
  const piece = pieces.find((each) => each.node === node);
  if (!piece || piece.letters.at.length === 0) return null;
  const after = piece.letters.at.findIndex((at) => at >= (caret?.offset ?? 0));
  const own = after < 0 ? piece.letters.at.length - 1 : after;
  return {
    docId,
    marks: marksAt(letters, piece.start + own),
    top: topAt(node, piece.letters.at[own] ?? 0),
  };
}

/** Returns the vertical position of a place in the window; null if the body does not contain it. */
export function topOfPlace(body: Element, { marks }: ReadingPlace): number | null {
  const { letters, pieces } = readLetters(body);
  const index = findMarks(letters, marks);
  if (index === null) return null;
  const piece = pieces.findLast(({ start }) => start <= index);
  return piece ? topAt(piece.node, piece.letters.at[index - piece.start] ?? 0) : null;
}
