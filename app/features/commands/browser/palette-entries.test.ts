import { expect, test } from 'vitest';
import type { Command } from '#app/features/commands/browser/command-list.ts';
import type { Found } from '#app/features/commands/browser/find-documents.ts';
import { paletteEntries } from '#app/features/commands/browser/palette-entries.ts';

const command = (group: Command['group'], label: string) =>
  ({ id: label, group, label, words: '', icon: 'file', run: () => undefined }) as Command;
const commands = [command('document', 'Move to…'), command('do', 'My own view'), command('settings', 'Theme: Dark')];

/** Returns the labels of all entries in order. */
function labelsFor(typed: string, titles: string[]): string[] {
  const documents = titles.map((title) => ({ id: title, title, icon: null, path: '', snippet: '' }));
  const found: Found = { typed, documents, hasFailed: false };
  const t = ((key: string) => key) as never;
  const input = { t, typed, commands, found, go: () => undefined, hasSingleKeys: false, currentId: null };
  return paletteEntries(input)
    .flatMap(({ entries }) => entries)
    .map(({ pieces }) => pieces.map(({ text }) => text).join(''));
}

test.each([
  // A document that has the word in its text only, or inside a title.
  ['move', ['Garden', 'Remove ivy'], ['Move to…', 'Garden', 'Remove ivy']],
  ['move', ['Moved beds'], ['Moved beds', 'Move to…']],
  // Letters in order are a weaker match than a text.
  ['mov', ['Garden'], ['Move to…', 'Garden', 'My own view']],
  ['mv', ['Garden'], ['Garden', 'My own view']],
  ['', ['Garden'], ['Garden', 'Move to…', 'My own view', 'Theme: Dark']],
])('for %j documents and commands stand by how well they match', (typed, titles, expected) => {
  const labels = labelsFor(typed, titles).filter((label) => !label.startsWith('palette.'));
  expect(labels).toEqual(expected);
});
