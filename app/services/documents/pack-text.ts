import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { diffParts } from '#app/differences/diff-parts.ts';
import { StepBudget } from '#app/differences/step-budget.ts';

/** Encoding of a revision's bytes, stored in its row. */
export const PACKING = { plain: 0, deflated: 1, change: 2, deflatedChange: 3 } as const;
export type Packed = { packing: number; packed: Buffer };

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Shorter texts do not benefit from compression. */
const DEFLATE_FROM_BYTES = 200;

/** Step limit of the diff. A stored delta need not be minimal: a few hundredths of a second suffice. */
const STEPS_MAX = 500_000;

/** Encodes a text without reference to another. */
export function packWhole(text: string): Packed {
  return pack(Buffer.from(text), PACKING.plain, PACKING.deflated);
}

/** Encodes a text as a delta to its predecessor, or whole if that is shorter. */
export function packChange(before: string, text: string): Packed {
  if (isRewritten(before, text)) return packWhole(text);
  const change = pack(Buffer.from(JSON.stringify(changeBetween(before, text))), PACKING.change, PACKING.deflatedChange);
  // Compressing the whole text for comparison pays off only if much of it changed.
  if (change.packed.length < DEFLATE_FROM_BYTES || change.packed.length < text.length / 10) return change;
  const whole = packWhole(text);
  return whole.packed.length < change.packed.length ? whole : change;
}

export function isWhole({ packing }: { packing: number }): boolean {
  return packing === PACKING.plain || packing === PACKING.deflated;
}

/** Decodes a text; `before` is the text of the previous revision, required unless it is stored whole. */
export function unpack({ packing, packed }: Packed, before: string): string {
  const isDeflated = packing === PACKING.deflated || packing === PACKING.deflatedChange;
  // Worker threads return a plain byte array.
  const text = utf8.decode(isDeflated ? inflateRawSync(packed) : packed);
  return isWhole({ packing }) ? text : applyChange(before, JSON.parse(text) as Change);
}

/** Decodes the last text of a chain of revisions whose first is stored whole. */
export function unpackAll(rows: Packed[]): string {
  return rows.reduce((text, row) => unpack(row, text), '');
}

function pack(bytes: Buffer, plain: number, deflated: number): Packed {
  const smaller = bytes.length >= DEFLATE_FROM_BYTES ? deflateRawSync(bytes) : bytes;
  return smaller.length < bytes.length ? { packing: deflated, packed: smaller } : { packing: plain, packed: bytes };
}

/** UTF-16 units kept at both ends, and new text or a line patch between them. */
type Change = [head: number, tail: number, middle: string | LinePatch[]];
type LinePatch = [at: number, length: number, lines: string[]];

const lines = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Most saves change one place, so strips the common start and end before comparing lines. */
function changeBetween(before: string, text: string): Change {
  const { head, tail } = equalEnds(before, text);
  return [head, tail, middleOf(before.slice(head, before.length - tail), text.slice(head, text.length - tail))];
}

/** Tests whether the change is too small to need a comparison. */
export function isSmallChange(before: string, text: string): boolean {
  const { head, tail } = equalEnds(before, text);
  return text.length - head - tail < DEFLATE_FROM_BYTES;
}

/** Share of a text in new lines from which a delta would save little and comparing would cost the most. */
const REWRITTEN_SHARE = 2 / 3;

/** Tests whether most of a text is in lines that the previous text lacks. */
export function isRewritten(before: string, text: string): boolean {
  const { head, tail } = equalEnds(before, text);
  if (head + tail > text.length * (1 - REWRITTEN_SHARE)) return false;
  const known = new Set(lines(before));
  let fresh = 0;
  for (const line of lines(text)) if (!known.has(line)) fresh += line.length;
  return fresh > text.length * REWRITTEN_SHARE;
}

/** Returns the number of common UTF-16 units at both ends, without splitting surrogate pairs. */
export function equalEnds(before: string, text: string): { head: number; tail: number } {
  const shorter = Math.min(before.length, text.length);
  let head = 0;
  while (head < shorter && before.charCodeAt(head) === text.charCodeAt(head)) head += 1;
  let tail = 0;
  const rest = shorter - head;
  while (tail < rest && before.charCodeAt(before.length - 1 - tail) === text.charCodeAt(text.length - 1 - tail))
    tail += 1;
  // Half a surrogate pair would not survive UTF-8.
  if (head > 0 && isHighSurrogate(text.charCodeAt(head - 1))) head -= 1;
  if (tail > 0 && isLowSurrogate(text.charCodeAt(text.length - tail))) tail -= 1;
  return { head, tail };
}

function middleOf(before: string, now: string): string | LinePatch[] {
  if (now.length < DEFLATE_FROM_BYTES) return now;
  const [old, fresh] = [lines(before), lines(now)];
  const hunks = diffParts(old, fresh, new StepBudget(STEPS_MAX));
  return hunks.map(({ at, end, newAt, newEnd }) => [at, end - at, fresh.slice(newAt, newEnd)]);
}

function applyChange(before: string, [head, tail, middle]: Change): string {
  const old = before.slice(head, before.length - tail);
  const now = typeof middle === 'string' ? middle : applyPatches(lines(old), middle);
  return before.slice(0, head) + now + before.slice(before.length - tail);
}

function applyPatches(old: string[], patches: LinePatch[]): string {
  const pieces: string[] = [];
  let done = 0;
  for (const [at, length, lines] of patches) {
    pieces.push(old.slice(done, at).join(''), lines.join(''));
    done = at + length;
  }
  return pieces.join('') + old.slice(done).join('');
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;
