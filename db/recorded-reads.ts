import { AsyncLocalStorage } from 'node:async_hooks';
import { hash } from 'node:crypto';

type Binds = Record<string, unknown>;
/** A SELECT that ran during a recording, with a digest of its rows. */
export type RecordedRead = { sql: string; bind: Binds; digest: string };
export type Recording = {
  reads: RecordedRead[];
  /** False once the work depended on more than its recorded reads: it wrote, read through a model, or read by time. */
  isComplete: boolean;
  /** Effects to repeat whenever the result is used again. */
  effects: (() => void)[];
};

const recordings = new AsyncLocalStorage<Recording>();

/** Texts of statements, each held once for all recordings. Few exist beyond those of the source. */
const texts = new Map<string, string>();
const TEXTS_MAX = 500;

function sharedText(sql: string): string {
  const known = texts.get(sql);
  if (known !== undefined) return known;
  if (texts.size >= TEXTS_MAX) texts.clear();
  texts.set(sql, sql);
  return sql;
}

/** Bind values from here on are instants in milliseconds, never counts. Such a read changes without a write. */
const INSTANT_MIN = 1_000_000_000_000;

/** Runs `work` and records the SELECTs it depends on, into `recording`. */
export function recordReads<T>(recording: Recording, work: () => T): T {
  return recordings.run(recording, work);
}

export const newRecording = (): Recording => ({ reads: [], isComplete: true, effects: [] });

export const digestOf = (rows: object[]): string => hash('sha256', JSON.stringify(rows), 'base64url');

/** Records a SELECT of the open recording, if any. */
export async function recorded<Row extends object>(sql: string, bind: Binds, run: Promise<Row[]>): Promise<Row[]> {
  const recording = recordings.getStore();
  if (!recording) return run;
  if (Object.values(bind).some((value) => typeof value === 'number' && value >= INSTANT_MIN)) {
    recording.isComplete = false;
  }
  const rows = await run;
  if (recording.isComplete) recording.reads.push({ sql: sharedText(sql), bind, digest: digestOf(rows) });
  return rows;
}

/** Marks the open recording as incomplete. Called by every access to the database that is not a recorded SELECT. */
export function spoilRecording(): void {
  const recording = recordings.getStore();
  if (recording) recording.isComplete = false;
}

/**
 * Runs an effect that is no part of the result, such as noting a view. It may write; a kept result repeats it each time
 * it is used.
 */
export function asEffect(effect: () => void): void {
  recordings.getStore()?.effects.push(effect);
  recordings.exit(effect);
}
