import { insertDocument, placeBelow } from '#app/services/documents/create-document.ts';
import { prepareNewText } from '#app/services/documents/document-text.ts';
import { newId } from '#app/services/new-id.ts';
import { connect, disconnect, inTransaction } from '#db/connection.ts';
import type { SignedIn } from '#tests/bench/account.ts';
import type { Bench, Database, Site } from '#tests/bench/bench.ts';
import type { Where } from '#tests/bench/fill.ts';
import { load, type Target } from '#tests/bench/measure.ts';
import { type Key, operations } from '#tests/bench/operations.ts';
import { median } from '#tests/bench/percentile.ts';

const SMALL = 1_000;
const ROUNDS = 3;
const ROUND_SECONDS = 1.2;
const WARM_UP_SECONDS = 1.5;
/** Levels that are the same at every size, so that reads are comparable. */
const COMMON_LEVELS = 4;
const SIBLINGS = { few: 5, many: 5_000 };
const MOVES = 60;

/** Median milliseconds with a thousand documents and with many, measured in the same rounds. */
export type Growth = { key: Key; name: string; small: number; large: number; ratio: number };
export type GrowthFound = {
  database: Database;
  documents: number;
  operations: Growth[];
  move: { few: number; many: number; ratio: number };
};

/** An installation with its server. */
type Entered = { origin: string; signedIn: SignedIn; targets: Map<Key, { name: string; target: Target }> };

async function plantSiblings(where: Where, { actor }: SignedIn, count: number): Promise<string[]> {
  connect(where);
  try {
    const text = await prepareNewText('bench', 'A sibling.');
    const parentId = newId();
    const ids = Array.from({ length: count }, newId);
    await inTransaction(async () => {
      await insertDocument(actor, { id: parentId, title: 'Parent', text, ...(await placeBelow(actor, null)) });
      for (const [nth, id] of ids.entries()) {
        await insertDocument(actor, { id, title: `Sibling ${nth}`, text, ...(await placeBelow(actor, parentId)) });
      }
    });
    return ids;
  } finally {
    await disconnect();
  }
}

/** Starts a server on an installation. */
async function enter(bench: Bench, { where, signedIn, levels, publicPath }: Site): Promise<Entered> {
  const { origin } = await bench.start(where);
  const all = operations(origin, signedIn, levels.slice(0, COMMON_LEVELS), publicPath);
  return { origin, signedIn, targets: new Map(all.map(({ key, name, target }) => [key, { name, target }])) };
}

/** Returns the median milliseconds of a move of the last sibling before the first. */
async function moveTime({ origin, signedIn }: Entered, ids: string[]): Promise<number> {
  const times: number[] = [];
  for (let nth = 0; nth < MOVES; nth++) {
    const [targetId, id] = [ids[nth % ids.length]!, ids.at(nth % ids.length === ids.length - 1 ? 0 : -1)!];
    const from = performance.now();
    const answer = await fetch(`${origin}/api/documents/move`, {
      method: 'POST',
      headers: { ...signedIn.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ id, targetId, dropPosition: -1 }),
    });
    await answer.text();
    times.push(performance.now() - from);
    if (!answer.ok) throw new Error(`A move answered ${answer.status}`);
  }
  return median(times);
}

async function compareMoves(site: Entered, where: Where): Promise<GrowthFound['move']> {
  const few = await plantSiblings(where, site.signedIn, SIBLINGS.few);
  const many = await plantSiblings(where, site.signedIn, SIBLINGS.many);
  const rounds: { few: number; many: number }[] = [];
  await moveTime(site, few);
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ few: await moveTime(site, few), many: await moveTime(site, many) });
  }
  return {
    few: median(rounds.map((round) => round.few)),
    many: median(rounds.map((round) => round.many)),
    ratio: median(rounds.map((round) => round.many / round.few)),
  };
}

async function compare(small: Entered, large: Entered): Promise<Growth[]> {
  const found: Growth[] = [];
  for (const [key, { name, target }] of small.targets) {
    const other = large.targets.get(key)!.target;
    for (const each of [target, other]) await load(each, 1, WARM_UP_SECONDS);
    const rounds: { small: number; large: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const [one, many] = [await load(target, 1, ROUND_SECONDS), await load(other, 1, ROUND_SECONDS)];
      rounds.push({ small: one.p50, large: many.p50 });
    }
    found.push({
      key,
      name,
      small: median(rounds.map((round) => round.small)),
      large: median(rounds.map((round) => round.large)),
      ratio: median(rounds.map((round) => round.large / round.small)),
    });
  }
  return found;
}

/**
 * Measures how operations slow down from a thousand documents to many, and a move from five siblings to five thousand.
 */
export async function benchGrowth(bench: Bench, database: Database, documents: number): Promise<GrowthFound> {
  const [few, many] = [await bench.site(database, SMALL, 'unchanged'), await bench.site(database, documents)];
  bench.step(`Measuring growth, ${database}`);
  const [small, large] = [await enter(bench, few), await enter(bench, many)];
  const operations = await compare(small, large);
  return { database, documents, operations, move: await compareMoves(small, few.where) };
}
