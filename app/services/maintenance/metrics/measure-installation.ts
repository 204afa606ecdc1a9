import { log } from '#app/observability/log.ts';
import type { Measurement } from '#app/observability/metrics.ts';
import { dialect, select } from '#db/connection.ts';

/** Cheap queries over an index or a few pages, as they run for every metrics request. */
const COUNTS = {
  accounts: 'SELECT status, COUNT(*) AS value FROM users WHERE verified_at IS NOT NULL GROUP BY status',
  documents: 'SELECT COUNT(*) AS value FROM documents',
  files: `SELECT COUNT(*) AS value, COALESCE(SUM(size), 0) AS bytes FROM files WHERE confirmed_at IS NOT NULL`,
  mails: `SELECT COUNT(*) AS value, COALESCE(SUM(CASE WHEN attempts > 0 THEN 1 ELSE 0 END), 0) AS retried,
            MIN(created_at) AS oldest
          FROM mails WHERE sealed IS NOT NULL AND expires_at > $now`,
};
const NO_ACCOUNTS = [{ labels: { status: 'active' }, value: 0 }];
type Counted = { value: number; status?: string; bytes?: number; retried?: number; oldest?: number | null };

/** Measures database state and size, mail delivery and stored data. */
export async function measureOperation(): Promise<Measurement[]> {
  const startedAt = performance.now();
  try {
    await select('SELECT 1 AS one');
    const seconds = (performance.now() - startedAt) / 1000;
    return [up(1), ...(await measureDatabase(seconds)), ...(await measureContents())];
  } catch (error) {
    log.warn({ error, event: 'not-measured' }, 'the database could not be asked for its metrics');
    return [up(0)];
  }
}

const single = (name: string, help: string, value: number): Measurement => ({ name, help, values: [{ value }] });
const up = (value: number) => single('database_up', 'Whether the database answers', value);

async function measureDatabase(seconds: number): Promise<Measurement[]> {
  const size =
    dialect() === 'postgres'
      ? 'SELECT pg_database_size(current_database()) AS bytes'
      : 'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()';
  const [row] = await select<{ bytes: number }>(size);
  return [
    single('database_answer_seconds', 'How long the simplest question took just now', seconds),
    single('database_size_bytes', 'What the database takes on disk', Number(row!.bytes)),
  ];
}

async function measureContents(): Promise<Measurement[]> {
  const now = Date.now();
  const [accounts, [documents], [files], [mails]] = await Promise.all([
    select<Counted>(COUNTS.accounts),
    select<Counted>(COUNTS.documents),
    select<Counted>(COUNTS.files),
    select<Counted>(COUNTS.mails, { now }),
  ]);
  const oldest = mails!.oldest ? Math.max(0, now - Number(mails!.oldest)) / 1000 : 0;
  const byStatus = accounts.map(({ status, value }) => ({
    labels: { status: String(status).toLowerCase() },
    value: Number(value),
  }));
  return [
    { name: 'accounts', help: 'Verified accounts', values: byStatus.length > 0 ? byStatus : NO_ACCOUNTS },
    single('documents', 'Documents, archived ones too', Number(documents!.value)),
    single('files', 'Uploaded files', Number(files!.value)),
    single('files_bytes', 'What uploaded files take', Number(files!.bytes)),
    single('mails_waiting', 'Mails that have not left yet', Number(mails!.value)),
    single('mails_retried', 'Of those, tried already', Number(mails!.retried)),
    single('mails_oldest_seconds', 'How long the oldest of them has waited', oldest),
  ];
}
