// Measures `arbor db check` on a large database, and the cost of saves during it. Build first. Usage: `npm run
// bench:db-check -- --documents 100000 [--database postgres://…] [--folder DIR]`. A named folder is filled once and kept.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Actor } from '#app/services/actor.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { newId } from '#app/services/new-id.ts';
import { monthOf } from '#app/services/quotas/calendar-month.ts';
import { connect, disconnect, inTransaction } from '#db/connection.ts';
import { migrate } from '#db/migrate.ts';
import { insertRows, type TableRow } from '#db/tables.ts';
import { fill } from '#tests/bench/fill.ts';
import { arbor } from '#tests/support/arbor.ts';
import { buildDocument, buildUser } from '#tests/support/factories.ts';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '100000' },
    database: { type: 'string' },
    folder: { type: 'string' },
  },
});
const [USERS, CALLS, TOKENS] = [5_000, 200_000, 10];
const [ROWS_A_STATEMENT, ROWS_A_TRANSACTION, SAVES_ALONE] = [50, 10_000, 500];

const dataDir = values.folder ?? (await mkdtemp(join(tmpdir(), 'arbor-check-')));
const isFilled = existsSync(join(dataDir, 'arbor.sqlite'));
const where = { dataDir, databaseUrl: values.database };
Object.assign(process.env, { DATA_DIR: dataDir });
const tell = (line: string) => void process.stdout.write(`${line}\n`);

async function plant(table: string, rows: TableRow[]): Promise<void> {
  for (let first = 0; first < rows.length; first += ROWS_A_TRANSACTION) {
    await inTransaction(async () => {
      const last = Math.min(first + ROWS_A_TRANSACTION, rows.length);
      for (let at = first; at < last; at += ROWS_A_STATEMENT) {
        await insertRows(table, rows.slice(at, Math.min(at + ROWS_A_STATEMENT, last)));
      }
    });
  }
}

async function plantLedger(): Promise<void> {
  const now = Date.now();
  const ids = Array.from({ length: USERS }, newId);
  const user = { status: 'ACTIVE', role: 'USER', created_at: now, updated_at: now, verified_at: now };
  const used = (CALLS / USERS) * TOKENS * 2;
  const call = { feature: 'ask', model: 'model', status: 'done', started_at: now, reserved: 0 };
  const tokens = { prompt_tokens: TOKENS, completion_tokens: TOKENS };
  const idOf = (n: number) => ids[n % USERS]!;
  await plant(
    'users',
    ids.map((id, n) => ({ id, email: `person-${n}@example.com`, ...user })),
  );
  await plant(
    'quotas',
    ids.map((id) => ({ user_id: id, month: monthOf(now), used, reserved: 0 })),
  );
  const rows = Array.from({ length: CALLS }, (_, n) => ({ id: newId(), request_id: newId(), user_id: idOf(n) }));
  await plant(
    'ledger',
    rows.map((row) => ({ ...row, ...call, ...tokens })),
  );
}

/** Saves a document until `isOver` returns true. Returns the 99th percentile of a save's duration in milliseconds. */
async function p99OfSaves(actor: Actor, id: string, isOver: (saves: number) => boolean): Promise<number> {
  const took: number[] = [];
  for (let n = 0; !isOver(n); n += 1) {
    const startedAt = performance.now();
    await updateDocument(actor, id, { content: `Save ${n} of a plain text.`, autosave: true });
    took.push(performance.now() - startedAt);
  }
  took.sort((one, other) => one - other);
  return Math.round(10 * took[Math.floor(took.length * 0.99)]!) / 10;
}

connect(where);
await migrate();
if (!isFilled) await plantLedger();
const owner = await buildUser();
const { id } = await buildDocument({ owner });
await disconnect();
if (!isFilled) await fill(where, owner, Number(values.documents));
tell(`${values.documents} documents, ${USERS} people, ${CALLS} rows of the ledger`);

connect(where);
tell(`saves alone: 99 % within ${await p99OfSaves(owner, id, (saves) => saves === SAVES_ALONE)} ms`);
let isOver = false;
const beside = p99OfSaves(owner, id, () => isOver);
const startedAt = performance.now();
const env: Record<string, string> = where.databaseUrl ? { DATABASE_URL: where.databaseUrl } : {};
const { code, stderr } = await arbor(['db', 'check', '--format', 'csv'], { dataDir, env });
isOver = true;
tell(`arbor db check: ${Math.round((performance.now() - startedAt) / 100) / 10} s, exit ${code}: ${stderr.trim()}`);
tell(`saves beside it: 99 % within ${await beside} ms`);
await disconnect();
if (!values.folder) await rm(dataDir, { recursive: true });
