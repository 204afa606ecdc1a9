import { AppError } from '#app/errors.ts';
import { log } from '#app/observability/log.ts';
import { accountAllows } from '#app/policies/account-policy.ts';
import type { Actor } from '#app/services/actor.ts';
import { latestInstant } from '#app/services/clock.ts';
import { DAY_MS } from '#app/services/day.ts';
import { newId } from '#app/services/new-id.ts';
import { isPassingFailure } from '#app/services/passing-failure.ts';
import { settlesWithin } from '#app/services/settles-within.ts';
import { type ImportReport, interruptedReport } from '#app/services/transfer/import/import-report.ts';
import { withUploads } from '#app/services/transfer/import/import-uploads.ts';
import { continueImport, type Imported } from '#app/services/transfer/import/run-import.ts';
import { dropUploads, fetchUploads, UploadsGone } from '#app/services/transfer/import/stored-uploads.ts';
import { takeBack } from '#app/services/transfer/import/take-back.ts';
import { Superseded } from '#app/services/transfer/import/write-documents.ts';
import { WorkAborted } from '#app/threads/run-in-thread.ts';
import { execute, inTransaction, models, select } from '#db/connection.ts';
import type { Import } from '#db/models/import.ts';

/** Lease of an import. One idle for longer belongs to an ended process. */
const LEASE_MS = 60_000;
const BEAT_MS = 15_000;
/** Maximum number of imports that one process runs at a time, each of another person: nobody takes all places. */
const AT_ONCE = 3;

/** Condition of an import that no process has. A clock that wrote a later instant than possible was ahead. */
const FREE = '(worked_at <= $before OR worked_at > $latest)';
const free = () => ({ before: Date.now() - LEASE_MS, latest: latestInstant() });

const running = new Map<string, { userId: string; work: Promise<Imported> }>();
const stopping = new AbortController();

type Waiting = Pick<Import, 'id' | 'userId' | 'parentId' | 'done' | 'report' | 'createdAt'> & { sources: string };

/** Starts imports that wait or were left by an ended process. Returns their number without waiting for them. */
export async function runWaitingImports(): Promise<number> {
  const places = AT_ONCE - running.size;
  if (places <= 0 || stopping.signal.aborted) return 0;
  // `state <> 'done'` lets SQLite use the partial index `imports_unfinished`.
  const waiting = await select<Waiting>(
    `SELECT id, user_id AS "userId", parent_id AS "parentId", sources, done, report, created_at AS "createdAt"
     FROM (SELECT imports.*, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY created_at, id) AS nth_of_person
       FROM imports WHERE state IN ('waiting', 'running') AND state <> 'done' AND sources IS NOT NULL AND ${FREE}
     ) AS waiting WHERE nth_of_person = 1 ORDER BY created_at, id LIMIT ${2 * AT_ONCE}`,
    free(),
  );
  const busy = new Set([...running.values()].map(({ userId }) => userId));
  for (const job of waiting.filter(({ userId }) => !busy.has(userId)).slice(0, places)) startImport(job);
  return waiting.length;
}

function startImport(job: Waiting): void {
  if (running.has(job.id)) return;
  const work = runJob(job).finally(() => {
    running.delete(job.id);
    if (!stopping.signal.aborted) void runWaitingImports().catch(warn);
  });
  running.set(job.id, { userId: job.userId, work });
  // Callers that await the import get the error; the row records it for the page.
  work.catch(() => undefined);
}

const warn = (error: unknown) => log.warn({ event: 'imports-not-continued', error }, 'imports go on later');

async function runJob(job: Waiting): Promise<Imported> {
  const { id, done } = job;
  const worker = newId();
  if (!(await claim(id, worker))) throw new Superseded();
  const beat = setInterval(() => {
    execute('UPDATE imports SET worked_at = $now WHERE id = $id AND worker = $worker', {
      id,
      worker,
      now: Date.now(),
    }).catch(warn);
  }, BEAT_MS).unref();
  try {
    const actor = await actorOf(job.userId);
    const imported = await withUploads(
      (stash) => fetchUploads(id, job.sources, stash),
      job.parentId,
      (source) => continueImport(actor, { id, worker, done: Number(done) }, source, stopping.signal),
    );
    await dropUploads(id, job.sources);
    return imported;
  } catch (error) {
    if (error instanceof Superseded) await release(id, worker);
    else if (error instanceof UploadsGone || (isPassingFailure(error) && isOld(job)))
      return await end(job, worker, error);
    else if (isPassingFailure(error)) await delay(id, worker, error);
    else if (!(await fail(job, worker, error))) throw new Superseded('', { cause: error });
    throw error;
  } finally {
    clearInterval(beat);
  }
}

/** The lease lapses, and the import goes on once the database answers, storage works or threads are free again. */
async function delay(id: string, worker: string, error: unknown): Promise<void> {
  log.warn({ event: 'import-delayed', importId: id, error }, 'an import goes on later');
  // Fails if the database was the reason; the page then shows the delay by the lapsed lease.
  await execute('UPDATE imports SET worker = NULL WHERE id = $id AND worker = $worker', { id, worker }).catch(warn);
}

/** True after two days of attempts: what never passes must not be tried for ever. */
const isOld = ({ createdAt }: Waiting) => Number(createdAt) <= Date.now() - 2 * DAY_MS;

/** Ends an import that cannot go on. What it wrote remains; its report records the end. Throws `Superseded`. */
async function end({ id, sources }: Waiting, worker: string, cause: unknown): Promise<Imported> {
  log.error({ event: 'import-interrupted', importId: id, error: cause }, 'an import ended before its end');
  const report = await inTransaction(async () => {
    const { Import } = await models();
    const row = await Import.findOne({ where: { id, worker } });
    if (!row) throw new Superseded('', { cause });
    const report = interruptedReport(JSON.parse(row.report), row.done);
    await row.update({ state: 'done', worker: null, sources: null, report: JSON.stringify(report) });
    return report;
  });
  await dropUploads(id, sources);
  return { id, notTaken: report.notTaken, report };
}

async function claim(id: string, worker: string): Promise<boolean> {
  const claimed = await execute(
    `UPDATE imports SET state = 'running', worker = $worker, worked_at = $now
     WHERE id = $id AND state IN ('waiting', 'running') AND ${FREE}`,
    { id, worker, now: Date.now(), ...free() },
  );
  return claimed === 1;
}

/** Releases the lease, so that another process can continue at once. */
const release = (id: string, worker: string) =>
  execute('UPDATE imports SET worker = NULL, worked_at = 0 WHERE id = $id AND worker = $worker', { id, worker });

/** Throws `accountError` for an account that may no longer sign in. */
async function actorOf(id: string): Promise<Actor> {
  const user = await (await models()).User.findByPk(id);
  if (!user || !accountAllows('signIn', user)) throw new AppError('accountError');
  const { email, displayName, imageUrl, role, lng } = user;
  return { id, email, displayName, imageUrl, role, lng };
}

/**
 * Takes back what an import wrote. Its report remains and records the failure. Returns false without changes if the
 * import was undone, or another run has taken it over: its documents are no longer those of this run.
 */
async function fail(
  { id, userId, parentId, sources, report }: Waiting,
  worker: string,
  error: unknown,
): Promise<boolean> {
  const failed: ImportReport = { ...(JSON.parse(report) as ImportReport), documents: 0, tops: [], isComplete: false };
  const isFailed = await inTransaction(async () => {
    const row = { state: 'failed' as const, worker: null, sources: null, done: 0, report: JSON.stringify(failed) };
    const [changed] = await (await models()).Import.update(row, { where: { id, worker } });
    if (changed === 0) return false;
    await takeBack({ id, userId, parentId });
    return true;
  });
  if (!isFailed) return false;
  if (!(error instanceof AppError) || error instanceof WorkAborted)
    log.error({ event: 'import-failed', importId: id, error }, 'an import failed');
  await dropUploads(id, sources);
  return true;
}

/**
 * Waits for an import of this process, up to a timeout. Returns null if it still runs. Throws its failure and removes
 * its row, as the caller shows the form again.
 */
export async function awaitImport(id: string, milliseconds: number): Promise<Imported | null> {
  const work = running.get(id)?.work;
  if (!work) return null;
  try {
    return (await settlesWithin(work, milliseconds)) ? await work : null;
  } catch (error) {
    if (error instanceof Superseded || isPassingFailure(error)) return null;
    await (await models()).Import.destroy({ where: { id, state: 'failed' } });
    throw error;
  }
}

/** Stops the imports of this process after their current batch; another process continues them. */
export async function stopImports(): Promise<void> {
  stopping.abort();
  await Promise.allSettled([...running.values()].map(({ work }) => work));
}

/** Removes planned imports that were not started within a day. */
export async function removeOldPlans(): Promise<number> {
  const before = Date.now() - DAY_MS;
  const old = await select<{ id: string; sources: string | null }>(
    "SELECT id, sources FROM imports WHERE state = 'planned' AND created_at <= $before",
    { before },
  );
  for (const { id, sources } of old) {
    await dropUploads(id, sources);
    await (await models()).Import.destroy({ where: { id, state: 'planned' } });
  }
  return old.length;
}
