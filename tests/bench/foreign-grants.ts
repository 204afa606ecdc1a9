import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Actor } from '#app/services/actor.ts';
import { archiveDocument, deleteDocument, restoreDocument } from '#app/services/documents/archive-document.ts';
import { listLatelyShared, listRecent, listShared, listStarred } from '#app/services/documents/home-lists.ts';
import { listDocuments } from '#app/services/documents/list-documents.ts';
import { openDocument } from '#app/services/documents/open-document.ts';
import { awaitPurge } from '#app/services/documents/purge-deleted.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { searchDocuments } from '#app/services/search/search-documents.ts';
import { connect, dialect, disconnect, select } from '#db/connection.ts';
import { migrate } from '#db/migrate.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { plantSiblings, shareMany } from '#tests/support/planted.ts';

// `npm run bench:grants [-- postgres://…]`: measures the cost of strangers' shares relative to none, and how long the
// single statement of a large act blocks other writers. Results are medians, meaningful only on idle cores.

const ROUNDS = 15;
const GRANTS = [0, 6_000, 100_000];
const BRANCHES = [6_000, 30_000];
const first = { page: 1, limit: 6 };
const list = { page: 1, limit: 10, keyword: '', sort: 'title', order: 'asc' } as const;

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return times.sort((one, other) => one - other)[Math.floor(ROUNDS / 2)]!;
}

async function onceMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function reader(): Promise<Actor> {
  const [olga, friend] = [await buildUser(), await buildUser()];
  for (let nth = 0; nth < 50; nth += 1) {
    const { id } = await buildDocument({ owner: nth % 2 ? olga : friend, content: `quicksilver ${nth}` });
    if (nth % 2 === 0) await buildShare({ owner: friend, document: { id }, to: olga });
    await openDocument(olga, id);
    await updateDocument(olga, id, { isStarred: true, autosave: false });
  }
  return olga;
}

async function compareGrants(): Promise<void> {
  const olga = await reader();
  const looks: Record<string, () => Promise<unknown>> = {
    'home: recent': () => listRecent(olga, first),
    'home: starred': () => listStarred(olga, first),
    'home: shared lately': () => listLatelyShared(olga, first),
    'list: own': () => listDocuments(olga, { ...list, scope: 'own' }),
    'list: starred': () => listDocuments(olga, { ...list, scope: 'starred' }),
    'list: all': () => listDocuments(olga, { ...list, scope: 'all' }),
    '/shared': () => listShared(olga, first),
    search: () => searchDocuments(olga, { keyword: 'quicksilver', ...first }),
  };
  const measured: Record<string, number[]> = Object.fromEntries(Object.keys(looks).map((name) => [name, []]));
  let there = 0;
  for (const count of GRANTS) {
    await shareMany(olga, count - there);
    there = count;
    if (dialect() === 'postgres') await select('ANALYZE');
    for (const [name, look] of Object.entries(looks)) measured[name]!.push(await medianMs(look));
  }
  process.stdout.write(`| look | ${GRANTS.map((count) => `${count} grants`).join(' | ')} |\n|---|---:|---:|---:|\n`);
  for (const [name, times] of Object.entries(measured)) {
    const cells = times.map((ms) => `${ms.toFixed(1)} ms (×${(ms / times[0]!).toFixed(1)})`);
    process.stdout.write(`| ${name} | ${cells.join(' | ')} |\n`);
  }
}

async function measureBranches(): Promise<void> {
  process.stdout.write(
    '\n| documents | archive | restore | delete: answered | delete: removed |\n|---:|---:|---:|---:|---:|\n',
  );
  for (const count of BRANCHES) {
    const owner = await buildUser();
    const { id } = await buildDocument({ owner });
    await plantSiblings(owner, id, count);
    const times = [await onceMs(() => archiveDocument(owner, id)), await onceMs(() => restoreDocument(owner, id))];
    await archiveDocument(owner, id);
    times.push(await onceMs(() => deleteDocument(owner, id)), await onceMs(awaitPurge));
    process.stdout.write(`| ${count} | ${times.map((ms) => `${Math.round(ms)} ms`).join(' | ')} |\n`);
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'arbor-grants-'));
Object.assign(process.env, { DATA_DIR: dataDir, RATE_LIMIT: 'off', LOG_LEVEL: 'silent' });
connect({ dataDir, databaseUrl: process.argv[2] });
try {
  await migrate();
  await compareGrants();
  await measureBranches();
} finally {
  await disconnect();
  await rm(dataDir, { recursive: true, force: true });
}
