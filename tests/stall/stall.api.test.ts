import { expect, test } from 'vitest';
import { attacksBy } from '#tests/stall/attacks.ts';
import { longestWaitDuring } from '#tests/stall/longest-wait.ts';
import { ownServer } from '#tests/support/api-server.ts';
import { signUpOver } from '#tests/support/people.ts';

/** Far beyond what a busy machine makes of 50 ms, far below what these inputs took before (2 to 70 s). */
const LONGEST_WAIT_MS = 1000;
const CHOSEN = [
  'nested keys of YAML, 1 KB',
  'wide tables, 23 KB',
  'formulas, 23 KB',
  'HTML: open formatting, 200 KB',
  'first and last of 100,000 lines',
  'a merge with it',
  'three texts of 1.2 MB',
  '40 documents of 8 KB',
];

const server = ownServer();

test('S4: no input keeps another person waiting for a second', async () => {
  const person = await signUpOver(server());
  const attacks = await attacksBy(person, { copied: 40 });
  const chosen = attacks.filter(({ name }) => CHOSEN.includes(name));
  expect(chosen).toHaveLength(CHOSEN.length);
  const waits: Record<string, number> = {};
  for (const { name, run } of chosen) waits[name] = await longestWaitDuring(server().url, run);
  for (const [name, wait] of Object.entries(waits)) expect(wait, name).toBeLessThan(LONGEST_WAIT_MS);
}, 240_000);
