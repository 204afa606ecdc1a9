import { expect, test } from 'vitest';
import { QUOTE_AROUND_MAX } from '#app/schemas/limits.ts';
import { locateQuotes, type Quote } from '#app/services/comments/find-quotes.ts';
import { repeats } from '#tests/support/length.ts';
import { sampleTexts } from '#tests/support/samples.ts';

/** A character of a text, tracked through edits. Inserted ones have no origin. */
type Origin = { character: string; origin: number | null };

const KINDS: Outcome[] = ['right', 'lost', 'wrong', 'gone', 'astray'];
const LETTERS = 'abcdefghijklmnopqrstuvwxyz的一是不了人我在有他   ';
const EDITS = 200;
const PASSAGES = 40;

/** Returns a deterministic random generator, so that failures are reproducible. */
function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Inserts, removes or replaces some words, or moves a paragraph. */
function edit(text: Origin[], next: (below: number) => number): void {
  const at = next(text.length);
  const kind = next(10);
  const length = 1 + next(24);
  if (kind === 0) {
    const moved = text.splice(at, 200 + next(400));
    text.splice(next(text.length + 1), 0, ...moved);
    return;
  }
  const words = Array.from({ length }, (): Origin => ({ character: LETTERS[next(LETTERS.length)]!, origin: null }));
  text.splice(at, kind < 5 ? 0 : length, ...(kind < 8 ? words : []));
}

/** `gone`: the passage was removed and not found; `astray`: it was removed, but something similar was found. */
type Outcome = 'right' | 'lost' | 'wrong' | 'gone' | 'astray';

/** Compares the passage's true position after the edits with the one found. */
function judge(text: Origin[], written: string, passage: { from: number; to: number }, quote: Quote): Outcome {
  const places = text.flatMap(({ origin }, at) =>
    origin !== null && origin >= passage.from && origin < passage.to ? [at] : [],
  );
  const isWhole =
    places.length === passage.to - passage.from && places.at(-1)! - places[0]! === passage.to - passage.from - 1;
  const [found] = locateQuotes(written, [quote]);
  if (!found) return isWhole ? 'lost' : 'gone';
  const isThere = places.some((at) => at >= found.from && at < found.to);
  if (isWhole) return isThere ? 'right' : 'wrong';
  return isThere || places.length === 0 ? 'gone' : 'astray';
}

function measure(content: string, seed: number): Outcome[] {
  const original = content.replace(/\s+/g, ' ');
  const next = sequence(seed);
  const passages = Array.from({ length: PASSAGES }, () => {
    const from = next(Math.max(1, original.length - 80));
    const to = Math.min(original.length, from + 16 + next(84));
    return { from, to };
  }).filter(({ from, to }) => {
    const words = original.slice(from, to);
    const letters = words.match(/\p{L}/gu)?.length ?? 0;
    const isOnce = original.indexOf(words) === original.lastIndexOf(words);
    return isOnce && words.trim() === words && letters >= words.length / 2;
  });
  const text = [...original.split('')].map((character, origin): Origin => ({ character, origin }));
  for (let n = 0; n < EDITS; n += 1) edit(text, next);
  const written = text.map(({ character }) => character).join('');
  // Use single blanks as in the searched text; the offsets stay equal.
  const searched = written.replace(/\s/g, ' ');
  return passages.map((passage) => {
    const quote: Quote = {
      quote: original.slice(passage.from, passage.to),
      prefix: original.slice(Math.max(0, passage.from - QUOTE_AROUND_MAX), passage.from),
      suffix: original.slice(passage.to, passage.to + QUOTE_AROUND_MAX),
    };
    return judge(text, searched, passage, quote);
  });
}

test(`after ${EDITS} edits of a text, passages that occurred once and whose words are still there are found in their place`, () => {
  const folder = process.env.ANCHOR_SAMPLES;
  // `ANCHOR_SAMPLES` is a folder of other texts, for which the results are printed.
  const texts = sampleTexts(folder).slice(0, folder ? undefined : repeats(16, 100));
  const outcomes = texts.flatMap(({ content }, nth) => measure(content, nth + 1));
  const count = (outcome: Outcome) => outcomes.filter((each) => each === outcome).length;
  const total = count('right') + count('lost') + count('wrong');
  if (folder) process.stdout.write(`${JSON.stringify(Object.fromEntries(KINDS.map((kind) => [kind, count(kind)])))}\n`);
  expect(total).toBeGreaterThan(texts.length);
  expect(count('wrong')).toBe(0);
  expect(count('astray') / outcomes.length).toBeLessThanOrEqual(0.01);
  expect(count('right') / total).toBeGreaterThanOrEqual(0.98);
});
