import fc from 'fast-check';
import { expect, test } from 'vitest';
import { locatePassages } from '#app/features/editor/browser/comments/locate-passages.ts';
import { QUOTE_AROUND_MAX } from '#app/schemas/limits.ts';
import { locateQuotes, locateVerbatim, quoteFrom } from '#app/services/comments/find-quotes.ts';
import { repeats } from '#tests/support/length.ts';

const OLD =
  'apple brook cedar dune ember fern grove heron iris juniper kelp lark maple nettle olive pine quill reed'.split(' ');
const FRESH = 'wwvwv xyxyz zzyxw vvxyz wyzzv xxwyv zvzvx yyvwz'.split(' ');
const words = (from: string[], min: number, max: number) =>
  fc.array(fc.constantFrom(...from), { minLength: min, maxLength: max }).map((list) => list.join(' '));
const outer = () => words(OLD, 12, 30);

/** Finds a passage as the page does and as the editor does: 'none', or the words at its place. */
function found(text: string, quote: ReturnType<typeof quoteFrom>) {
  const [[page], [editor]] = [locateQuotes(text, [quote]), locatePassages(text, [quote])];
  return { page, editor };
}

const inside = (place: { from: number; to: number } | null | undefined, from: number, to: number) =>
  !place || (place.from >= from && place.to <= to);

test('rewritten words never select equal words elsewhere while those around them still stand', () => {
  const parts = fc.record({
    before: outer(),
    after: outer(),
    between: outer(),
    quote: words(OLD, 1, 8),
    rewritten: words(FRESH, 1, 12),
    isTwinFirst: fc.boolean(),
  });
  const check = ({
    before,
    after,
    between,
    quote,
    rewritten,
    isTwinFirst,
  }: Record<string, string> & { isTwinFirst?: unknown }) => {
    const passage = `§ ${quote} ¶`;
    const at = (own: string) =>
      isTwinFirst
        ? [`${passage}. ${between}. ${before} `, own, ` ${after}.`]
        : [`${before} `, own, ` ${after}. ${between}. ${passage}.`];
    const [head, , tail] = at(passage) as [string, string, string];
    const original = {
      quote: passage,
      prefix: head.slice(-QUOTE_AROUND_MAX),
      suffix: tail.slice(0, QUOTE_AROUND_MAX),
    };
    const text = head + rewritten + tail;
    const { page, editor } = found(text, original);
    expect(inside(page, head.length, head.length + rewritten!.length)).toBe(true);
    expect(inside(editor, head.length, head.length + rewritten!.length)).toBe(true);
    expect(locateVerbatim(text, [original])).toBeNull();
  };
  fc.assert(fc.property(parts, check as never), { numRuns: repeats(300, 3000) });
});

const TEXT =
  'We open the gate at seven in the morning and close the gate at dusk. Visitors leave their bags at the desk by the door.';
const quote = quoteFrom(TEXT, 'leave their bags', QUOTE_AROUND_MAX);

test('a passage that was moved whole is followed, also into other surroundings', () => {
  const text = `${TEXT.replace('leave their bags ', '')} Everybody must first leave their bags outside.`;
  const at = text.indexOf('leave their bags');
  expect(found(text, quote)).toEqual({ page: { from: at, to: at + 16 }, editor: { from: at, to: at + 16 } });
});

test('of several equal passages without any of the words that were around, none is meant', () => {
  const text = 'Guests leave their bags here. Porters leave their bags there.';
  expect(found(text, quote)).toEqual({ page: null, editor: null });
  expect(found(`${text} Most visitors leave their bags at home.`, quote).page?.from).toBe(text.length + 15);
});

test('a passage that was rewritten in its place is found there, though equal words stand elsewhere', () => {
  const text = `${TEXT.replace('leave their bags', 'leave all their big bags')} Porters leave their bags there.`;
  const from = text.indexOf(' leave all');
  const { page, editor } = found(text, quote);
  for (const place of [page, editor])
    expect(text.slice(place!.from, place!.to).trim()).toBe('leave all their big bags');
  expect(page!.from).toBeGreaterThanOrEqual(from);
});
