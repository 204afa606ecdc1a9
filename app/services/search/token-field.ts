import {
  cut,
  LONGEST_TOKEN,
  lengthAt,
  PAIRED,
  segmentsOf,
  UNSPACED,
  WORD,
} from '#app/services/search/locate-tokens.ts';

// Writes the tokens of a folded text as `locateTokens` finds them, without an object and a string for each. Indexing
// spends most of its time here.

const STARTS_PAIRS = 1;
const IN_PAIRS = 2;
const STARTS_UNSPACED = 4;
const IN_UNSPACED = 8;
const SPACED = 16;

const BLANK = 0x20;
const PAGE = 256;

/** Kinds of the UTF-16 units from 0 to 0xffff, found out by pages of 256. */
const pages: (Uint8Array | undefined)[] = new Array(0x10000 / PAGE);
let classes: [RegExp, number][] | undefined;

function kindOf(character: string): number {
  const letter = '[\\p{L}\\p{N}]';
  classes ??= [
    [new RegExp(`^[[${PAIRED}]&&${letter}]$`, 'v'), STARTS_PAIRS],
    [new RegExp(`^[[${PAIRED}]&&${WORD}]$`, 'v'), IN_PAIRS],
    [new RegExp(`^[[${UNSPACED}]&&${letter}]$`, 'v'), STARTS_UNSPACED],
    [new RegExp(`^[[${UNSPACED}]&&${WORD}]$`, 'v'), IN_UNSPACED],
    [new RegExp(`^[${WORD}--[[${PAIRED}${UNSPACED}]&&${letter}]]$`, 'v'), SPACED],
  ];
  return classes.reduce((kind, [pattern, bit]) => (pattern.test(character) ? kind | bit : kind), 0);
}

function pageOf(unit: number): Uint8Array {
  const first = unit - (unit % PAGE);
  const page = Uint8Array.from({ length: PAGE }, (_, nth) => kindOf(String.fromCharCode(first + nth)));
  pages[unit >> 8] = page;
  return page;
}

/** Returns the kind of the character at a place; the second unit of a pair has the kind of the character. */
function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit > 0xdfff) return (pages[unit >> 8] ?? pageOf(unit))[unit & 0xff]!;
  const isSecond = unit >= 0xdc00 && at > 0 && text.codePointAt(at - 1)! > 0xffff;
  return kindOf(String.fromCodePoint(text.codePointAt(isSecond ? at - 1 : at)!));
}

const UNITS = 1 << 15;
const KEPT_UNITS = 1 << 20;
/** The tokens written so far; grows with the text. */
let units = new Uint16Array(UNITS);
let length = 0;
let isWide = false;

function write(text: string, from: number, to: number): void {
  if (length + to - from + 2 > units.length) {
    const larger = new Uint16Array((units.length + to - from) * 2);
    larger.set(units);
    units = larger;
  }
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 0xff) isWide = true;
    units[length++] = unit;
  }
  units[length++] = BLANK;
}

function written(): string {
  if (length === 1) return '';
  const used = units.subarray(0, length);
  const text = isWide
    ? Buffer.from(used.buffer, 0, length * 2).toString('utf16le')
    : Buffer.from(used).toString('latin1');
  if (units.length > KEPT_UNITS) units = new Uint16Array(UNITS);
  return text;
}

function endOf(text: string, from: number, kind: number): number {
  let end = from;
  while (end < text.length && (kindAt(text, end) & kind) !== 0) end++;
  return end;
}

function writePairs(text: string, start: number, end: number): void {
  for (let at = start, next = 0; at < end; at = next) {
    next = at + lengthAt(text, at);
    write(text, at, next < end ? next + lengthAt(text, next) : next);
  }
}

/**
 * Returns the tokens of a folded text, each between blanks; '' without any. Calls `found` with each of them but pairs.
 */
export function tokenField(folded: string, found?: (word: string) => void): string {
  [length, isWide] = [0, false];
  units[length++] = BLANK;
  for (let at = 0; at < folded.length; ) {
    const kind = kindAt(folded, at);
    if ((kind & STARTS_PAIRS) !== 0) {
      const end = endOf(folded, at, IN_PAIRS);
      writePairs(folded, at, end);
      at = end;
    } else if ((kind & STARTS_UNSPACED) !== 0) {
      const end = endOf(folded, at, IN_UNSPACED);
      for (const { text } of segmentsOf(folded.slice(at, end))) {
        write(text, 0, text.length);
        found?.(text);
      }
      at = end;
    } else if ((kind & SPACED) !== 0) {
      const end = endOf(folded, at, SPACED);
      const word = end - at <= LONGEST_TOKEN ? null : cut(folded.slice(at, end));
      if (word === null) write(folded, at, end);
      else write(word, 0, word.length);
      found?.(word ?? folded.slice(at, end));
      at = end;
    } else at++;
  }
  return written();
}
