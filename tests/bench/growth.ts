import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Actor } from '#app/services/actor.ts';
import { insertDocument, placeBelow } from '#app/services/documents/create-document.ts';
import { prepareNewText } from '#app/services/documents/document-text.ts';
import { newId } from '#app/services/new-id.ts';
import { connect, disconnect, inTransaction } from '#db/connection.ts';
import { type SignedIn, signIn, signUp } from '#tests/bench/account.ts';
import { fill, type Levels, type Where } from '#tests/bench/fill.ts';
import { load, median, type Target } from '#tests/bench/measure.ts';
import { type Key, operations } from '#tests/bench/operations.ts';
import type { Served } from '#tests/bench/process.ts';
import { makePublicLink } from '#tests/bench/public-link.ts';
import { startArbor } from '#tests/bench/servers.ts';
import { startPostgres } from '#tests/support/postgres.ts';

const SMALL = 1_000;
const ROUNDS = 5;
const ROUND_SECONDS = 1.2;
const WARM_UP_SECONDS = 1.5;
/** Levels that are the same at every size, so that reads are comparable. */
const COMMON_LEVELS = 4;
const SIBLINGS = { few: 5, many: 5_000 };
const MOVES = 60;

/** Median milliseconds with a thousand documents and with many, measured in the same rounds. */
export type Growth = { name: string; small: number; large: number; ratio: number };
export type GrowthFound = {
  database: string;
  documents: number;
  operations: Growth[];
  move: { few: number; many: number; ratio: number };
};

/** An installation of one size. */
type Filled = { served: Served; actor: Actor; levels: Levels };
/** An installation with a signed-in person. */
type Site = { origin: string; signedIn: SignedIn; targets: Map<Key, { name: string; target: Target }> };
type Step = (text: string) => void;

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

async function startFilled(where: Where, documents: number): Promise<Filled> {
  const served = await startArbor(where.dataDir, where.databaseUrl ? { DATABASE_URL: where.databaseUrl } : {});
  const { actor } = await signUp(served.origin, where.dataDir);
  return { served, actor, levels: await fill(where, actor, documents) };
}

/** Signs in after filling, which takes longer than an idle session lasts. */
async function enter({ served, actor, levels }: Filled): Promise<Site> {
  const signedIn = await signIn(served.origin, actor);
  const publicPath = await makePublicLink(served.origin, signedIn, levels[1]![0]!);
  const all = operations(served.origin, signedIn, levels.slice(0, COMMON_LEVELS), publicPath);
  const targets = new Map(all.map(({ key, name, target }) => [key, { name, target }]));
  return { origin: served.origin, signedIn, targets };
}

/** Returns the median milliseconds of a move of the last sibling before the first. */
async function moveTime({ origin, signedIn }: Site, ids: string[]): Promise<number> {
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

async function compareMoves(site: Site, where: Where): Promise<GrowthFound['move']> {
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

async function compare(small: Site, large: Site): Promise<Growth[]> {
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
export async function benchGrowth(
  folder: string,
  { database, documents }: { database: string; documents: number },
  step: Step,
): Promise<GrowthFound> {
  const postgres = database === 'postgres' ? await startPostgres() : null;
  const filled: Filled[] = [];
  const prepare = async (name: string, count: number): Promise<Where> => {
    step(`Writing ${count} documents`);
    const dataDir = join(folder, name);
    mkdirSync(dataDir);
    const where = { dataDir, databaseUrl: postgres ? await createDatabase(postgres.url, name) : undefined };
    filled.push(await startFilled(where, count));
    return where;
  };
  try {
    const where = await prepare('small', SMALL);
    await prepare('large', documents);
    step('Measuring');
    const [small, large] = [await enter(filled[0]!), await enter(filled[1]!)];
    const operations = await compare(small, large);
    return { database, documents, operations, move: await compareMoves(small, where) };
  } finally {
    await Promise.all(filled.map(({ served }) => served.stop()));
    await postgres?.stop();
  }
}

async function createDatabase(cluster: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: cluster });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return url.href;
}
