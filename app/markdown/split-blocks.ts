/** As many characters of code as are coloured in one document: beyond, blocks would have to know of each other. */
const LONGEST = 128 * 1024;
/** A definition, of a link or of a footnote, changes what brackets mean everywhere else. */
const DEFINITION = /\]:/;
const LONE_RETURN = /\r(?!\n)/;
const HEAD = /^---[ \t]*\r?\n(?:.*\r?\n)*?---[ \t]*(?:\r?\n|$)/;

const blank = /^[ \t]*$/;
/** Not indented, so whatever was open above the blank line has ended; `---` at a beginning would be front matter. */
const beginsAnew = /^(?!---)\S/;
const listMarker = /^[ \t]*(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/;
/**
 * HTML, maths, and fences that are indented or stand in a list or a quote, may go on behind a blank line or take it in,
 * or may not: only the parser knows.
 */
const unclear =
  /^[ \t]*(?:(?:[-+*>]|\d{1,9}[.)])[ \t]*)*(?:<[A-Za-z/!?]|\$\$)|^(?:[ \t]+|[ \t]*(?:(?:[-+*>]|\d{1,9}[.)])[ \t]*)+)(?:```|~~~)/;
/** The parser reads what follows indented code as if it interrupted it. */
const indented = /^(?: {4}| {0,3}\t)/;
const openingFence = /^(`{3,})[^`]*$|^(~{3,})/;

/** The line that ends the fence which this one opens, if it opens one. */
function fenceOpenedBy(line: string): RegExp | null {
  const [, ticks, tildes] = openingFence.exec(line) ?? [];
  const marker = ticks ?? tildes;
  return marker === undefined ? null : new RegExp(`^ {0,3}${marker}${marker[0]}*[ \\t]*$`);
}

/** Where the front matter ends, 0 without; null where the same lines might be something else as well. */
function endOfHead(source: string): number | null {
  // The parser takes a byte order mark away, and counts without it.
  if (source.startsWith('\uFEFF')) return null;
  if (!source.startsWith('---')) return 0;
  const head = HEAD.exec(source)?.[0];
  if (head === undefined || head.split('\n').some((line) => unclear.test(line) || openingFence.test(line))) return null;
  return head.length;
}

/**
 * Cuts a text, where a line that is not indented follows a blank one, into parts that mean the same alone as together;
 * joined they are the text again. Null for a text whose parts may depend on each other. Prefers too few cuts to a wrong one.
 */
export function splitBlocks(source: string): string[] | null {
  if (source.length > LONGEST || DEFINITION.test(source) || LONE_RETURN.test(source)) return null;
  let at = endOfHead(source);
  if (at === null) return null;
  const blocks: string[] = [];
  let start = 0;
  /** The line before is blank, and the one before that leaves nothing open. */
  let isFree = false;
  let isBehindCode = false;
  let hasList = false;
  let closing: RegExp | null = null;
  while (at < source.length) {
    const feed = source.indexOf('\n', at);
    const next = feed < 0 ? source.length : feed + 1;
    const line = source.slice(at, next).replace(/\r?\n$/, '');
    const isBlank = blank.test(line);
    if (closing) {
      if (closing.test(line)) closing = null;
    } else if (!isBlank) {
      const isItem = listMarker.test(line);
      if (isFree && at > start && beginsAnew.test(line) && !(isItem && hasList)) {
        blocks.push(source.slice(start, at));
        start = at;
        hasList = false;
      }
      hasList ||= isItem;
      if (unclear.test(line)) break;
      closing = fenceOpenedBy(line);
    }
    if (closing !== null || !isBlank) isFree = false;
    else if (!isBehindCode) isFree = true;
    if (!isBlank) isBehindCode = indented.test(line);
    at = next;
  }
  blocks.push(source.slice(start));
  return blocks;
}
