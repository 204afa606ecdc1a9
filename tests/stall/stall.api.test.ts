import { expect, test } from 'vitest';
import { attacksBy } from '#tests/stall/attacks.ts';
import { longestWaitDuring } from '#tests/stall/longest-wait.ts';
import { ownServer } from '#tests/support/api-server.ts';
import { signUpOver } from '#tests/support/people.ts';

/** Far above 50 ms on a busy machine, far below the earlier duration of these inputs (2 to 70 s). */
const LONGEST_WAIT_MS = 1000;
/** The slowest inputs of each kind of work. */
const CHOSEN = [
  'render: nested keys of YAML, 1 KB',
  'render: wide tables, 23 KB',
  'preview: formulas, 200 KB',
  'HTML import: open formatting, 200 KB',
  'YAML: nested keys, 20 KB',
  'import: links in double brackets to a note',
  'import: Markdown links to nothing',
  'import: notes in sixty folders each',
  'import: Word, paragraphs',
  'import: CSV, rows',
  'import: GB18030',
  'packing: first and last of many lines',
  'difference: first and last of many lines',
  'merge: first and last of many lines',
  'search: ligatures',
  'comments: few words that nearly stand everywhere in a short text: list',
  'comments: few words that nearly stand everywhere in a short text: page',
  'duplicate: 40 documents of 8 KB',
];

const server = ownServer();

test('S4: no input keeps another person waiting for a second', async () => {
  const person = await signUpOver(server());
  const attacks = await attacksBy(person, { copied: 40 });
  const chosen = attacks.filter(({ kind, name }) => CHOSEN.includes(`${kind}: ${name}`));
  expect(chosen).toHaveLength(CHOSEN.length);
  const waits: Record<string, number> = {};
  for (const { kind, name, prepare, run } of chosen) {
    await prepare?.();
    waits[`${kind}: ${name}`] = await longestWaitDuring(server().url, run);
  }
  for (const [name, wait] of Object.entries(waits)) expect(wait, name).toBeLessThan(LONGEST_WAIT_MS);
}, 240_000);
