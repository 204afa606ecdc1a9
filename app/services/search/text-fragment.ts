/** Words of context on each side of a match, and beside a line that is quoted as a whole. */
const CONTEXT_WORDS = 3;
/** Lines of at most this many words are quoted as a whole, as a heading stands in the contents of the page too. */
const LINE_WORDS_MAX = 8;
/** UTF-16 units read on each side of a match. */
const NEAR = 160;

/** Offsets in UTF-16 units, `to` exclusive. */
type Range = { from: number; to: number };

let segmenter: Intl.Segmenter | undefined;

/** Returns the words between two offsets as browsers delimit them. Drops those that the offsets cut. */
function wordsBetween(text: string, { from, to }: Range): Range[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  const isCut = (at: number) => at > 0 && at < text.length && text[at - 1] !== '\n' && text[at] !== '\n';
  return Array.from(segmenter.segment(text.slice(from, to)))
    .filter(({ isWordLike }) => isWordLike)
    .map(({ index, segment }) => ({ from: from + index, to: from + index + segment.length }))
    .filter((word) => !(word.from === from && isCut(from)) && !(word.to === to && isCut(to)));
}

/** Returns the line that contains a range, without its line feeds. */
function lineAround(text: string, { from, to }: Range): Range {
  const end = text.indexOf('\n', to);
  return { from: from === 0 ? 0 : text.lastIndexOf('\n', from - 1) + 1, to: end < 0 ? text.length : end };
}

/** Returns the last word of the line before another, with the punctuation after it; empty without one. */
function wordBefore(text: string, line: Range): string {
  if (line.from === 0) return '';
  const before = lineAround(text, { from: line.from - 1, to: line.from - 1 });
  const [last] = wordsBetween(text, { ...before, from: Math.max(before.from, before.to - NEAR) }).slice(-1);
  return last ? text.slice(last.from, before.to) : '';
}

/** Returns the first word of the line after another, with the punctuation before it; empty without one. */
function wordAfter(text: string, line: Range): string {
  if (line.to >= text.length) return '';
  const after = lineAround(text, { from: line.to + 1, to: line.to + 1 });
  const [first] = wordsBetween(text, { ...after, to: Math.min(after.to, after.from + NEAR) });
  return first ? text.slice(after.from, first.to) : '';
}

/** Encodes what separates the parts of a directive, too. */
const encode = (text: string) => encodeURIComponent(text.trim().toWellFormed()).replaceAll('-', '%2D');

function directive(prefix: string, text: string, suffix: string): string {
  const [before, after] = [encode(prefix), encode(suffix)];
  return `text=${before && `${before}-,`}${encode(text)}${after && `,-${after}`}`;
}

/**
 * Returns text directives that lead to a match in a plain text: the part of an address after `#:~:`. The context keeps
 * the browser from equal words before the document, such as those of the sidebar. A browser scrolls to the first
 * directive that it finds. The later ones have one word of context on one side, as words of neighbouring table cells
 * do not form one text.
 */
export function textFragment(text: string, match: Range): string {
  const found = { ...match, to: match.from + text.slice(match.from, match.to).split('\n')[0]!.length };
  const line = lineAround(text, found);
  const near = { from: Math.max(line.from, found.from - NEAR), to: Math.min(line.to, found.to + NEAR) };
  const words = wordsBetween(text, near);
  const within = words.filter(({ from, to }) => to > found.from && from < found.to);
  const from = Math.min(found.from, within[0]?.from ?? found.from);
  const to = Math.max(found.to, within.at(-1)?.to ?? found.to);
  const before = words.filter((word) => word.to <= from);
  const after = words.filter((word) => word.from >= to);
  const passage = text.slice(from, to);
  const lead = (count: number) => text.slice(before.at(-count)?.from ?? before[0]?.from ?? from, from);
  const rest = (count: number) => text.slice(to, after[count - 1]?.to ?? after.at(-1)?.to ?? to);
  const isShort = near.from === line.from && near.to === line.to && words.length <= LINE_WORDS_MAX;
  const ways: [string, string, string][] = [[lead(CONTEXT_WORDS), passage, rest(CONTEXT_WORDS)]];
  if (isShort) {
    const [above, whole, below] = [wordBefore(text, line), text.slice(line.from, line.to), wordAfter(text, line)];
    ways.splice(0, 1, [above, whole, below], [above, whole, ''], ['', whole, below]);
  }
  ways.push([lead(1), passage, ''], ['', passage, rest(1)]);
  const useful = ways.filter(([prefix, text, suffix]) => (prefix + suffix).trim() !== '' || text !== passage);
  const chosen = useful.length > 0 ? useful : ways.slice(0, 1);
  return [...new Set(chosen.map((way) => directive(...way)))].join('&');
}
