import { ChangeDesc, EditorState } from '@codemirror/state';
import * as fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { blockStructure } from '#app/features/editor/browser/structure/block-structure.ts';
import { texts } from '#tests/support/generated-blocks.ts';
import { repeats } from '#tests/support/length.ts';
import { parsed } from '#tests/support/parsed-state.ts';

/** Replaces all matches, of which the first is selected, as the find bar does. */
function replaced(
  doc: string,
  sought: string,
  insert: string,
  extensions = [markdownSupport(), blockStructure],
): string {
  const changes = [...doc.matchAll(new RegExp(sought, 'g'))].map(({ index }) => ({
    from: index,
    to: index + sought.length,
    insert,
  }));
  const selection = { anchor: changes[0]?.from ?? 0, head: changes[0]?.to ?? 0 };
  const state = parsed(EditorState.create({ doc, selection, extensions }));
  return state.update({ changes, userEvent: 'input.replace.all' }).state.doc.toString();
}

it('words that are replaced within their lines need no line break', () => {
  fc.assert(
    fc.property(texts, fc.constantFrom('a', 'e', 'w0', 'more'), fc.constantFrom('', 'xyz'), (doc, sought, insert) => {
      expect(replaced(doc, sought, insert)).toBe(doc.replaceAll(sought, insert));
    }),
    { numRuns: repeats(100, 2000) },
  );
});

it('blocks are not looked up one by one for words that are replaced within their lines', () => {
  const blocks = '```\nword word\n```\n\n| word |\n| - |\n| word |\n\n';
  const asked = vi.spyOn(ChangeDesc.prototype, 'mapPos');
  const asks = [3, 30].map((count) => {
    asked.mockClear();
    expect(replaced(blocks.repeat(count), 'word', 'words')).toBe(blocks.repeat(count).replaceAll('word', 'words'));
    return asked.mock.calls.length;
  });
  asked.mockRestore();
  expect(asks[1]).toBe(asks[0]);
});
