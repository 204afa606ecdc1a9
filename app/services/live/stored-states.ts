import { AppError } from '#app/errors.ts';
import { newEpoch } from '#app/services/live/epochs.ts';
import { createState, type HeadAndText } from '#app/services/live/shared-text.ts';
import { execute, executeReturning, inTransaction, select } from '#db/connection.ts';

/** The stored parts of a shared state: the folded state and the updates after it, in order. */
export type StoredState = {
  epoch: number;
  lastNumber: number;
  foldedNumber: number;
  state: Buffer;
  updates: StoredUpdate[];
};
export type StoredUpdate = { number: number; changes: Buffer; writers: string[]; createdAt: number };
export type Position = Pick<StoredState, 'epoch' | 'lastNumber' | 'foldedNumber'>;

/** The state was made anew or removed: its changes have nowhere to go. */
export class EpochEnded extends Error {}

const COLUMNS = 'epoch, last_number AS "lastNumber", folded_number AS "foldedNumber"';

/** Loads the shared state of a document; null without one. */
export async function loadState(documentId: string): Promise<StoredState | null> {
  // One transaction: folding between the two reads would hide updates.
  return inTransaction(async () => {
    const [row] = await select<Omit<StoredState, 'updates'>>(
      `SELECT ${COLUMNS}, state FROM document_states WHERE document_id = $documentId`,
      { documentId },
    );
    return row ? { ...row, updates: await updatesAfter(documentId, row.foldedNumber) } : null;
  });
}

/** Loads the shared state of a document, created from its text on first use. Throws `documentNotFound`. */
export async function openStoredState(documentId: string): Promise<StoredState> {
  const known = await loadState(documentId);
  if (known) return known;
  await inTransaction(() => createStoredState(documentId));
  const created = await loadState(documentId);
  if (!created) throw new AppError('documentNotFound');
  return created;
}

async function createStoredState(documentId: string): Promise<void> {
  const epoch = newEpoch();
  // Locks the row: a save under way reads the epoch again, or is read here.
  const claimed = await execute(
    'UPDATE documents SET live_epoch = $epoch WHERE id = $documentId AND live_epoch IS NULL',
    { documentId, epoch },
  );
  if (claimed === 0) return;
  const [text] = await select<HeadAndText>(
    `SELECT documents.title, document_texts.content FROM documents
     JOIN document_texts ON document_texts.document_id = documents.id WHERE documents.id = $documentId`,
    { documentId },
  );
  if (!text) throw new AppError('documentNotFound');
  await execute(
    `INSERT INTO document_states (document_id, epoch, state, used_at) VALUES ($documentId, $epoch, $state, $now)`,
    { documentId, epoch, state: Buffer.from(createState(text, epoch)), now: Date.now() },
  );
}

export async function updatesAfter(documentId: string, number: number): Promise<StoredUpdate[]> {
  const rows = await select<Omit<StoredUpdate, 'writers'> & { writers: string }>(
    `SELECT number, changes, writers, created_at AS "createdAt" FROM document_updates
     WHERE document_id = $documentId AND number > $number ORDER BY number`,
    { documentId, number },
  );
  return rows.map((row) => ({ ...row, writers: JSON.parse(row.writers) as string[] }));
}

/** Stores acknowledged changes; returns their number. Throws `EpochEnded`. */
export async function appendUpdate(
  documentId: string,
  { epoch, changes, writers }: { epoch: number; changes: Uint8Array; writers: string[] },
): Promise<number> {
  return inTransaction(async () => {
    const now = Date.now();
    // The row lock makes numbers visible in their order.
    const [row] = await executeReturning<{ number: number }>(
      `UPDATE document_states SET last_number = last_number + 1, used_at = $now
       WHERE document_id = $documentId AND epoch = $epoch RETURNING last_number AS number`,
      { documentId, epoch, now },
    );
    if (!row) throw new EpochEnded();
    await execute(
      `INSERT INTO document_updates (document_id, number, changes, writers, created_at)
       VALUES ($documentId, $number, $changes, $writers, $now)`,
      { documentId, number: row.number, changes: Buffer.from(changes), writers: JSON.stringify(writers), now },
    );
    return row.number;
  });
}

/**
 * Replaces the state, up to `from.lastNumber`, by a folded one. False if updates or another fold came between. With
 * `isChanged` the new state holds more than its updates, and other processes load it.
 */
export async function replaceState(
  documentId: string,
  from: Position,
  { state, epoch, isChanged }: { state: Uint8Array; epoch: number; isChanged: boolean },
): Promise<boolean> {
  const number = from.lastNumber + (isChanged ? 1 : 0);
  const replaced = await execute(
    `UPDATE document_states SET state = $state, epoch = $epoch, last_number = $number, folded_number = $number,
       used_at = $now
     WHERE document_id = $documentId AND epoch = $from AND last_number = $last AND folded_number = $folded`,
    {
      documentId,
      state: Buffer.from(state),
      epoch,
      number,
      now: Date.now(),
      from: from.epoch,
      last: from.lastNumber,
      folded: from.foldedNumber,
    },
  );
  if (replaced === 0) return false;
  await execute('DELETE FROM document_updates WHERE document_id = $documentId AND number <= $number', {
    documentId,
    number,
  });
  if (epoch !== from.epoch)
    await execute('UPDATE documents SET live_epoch = $epoch WHERE id = $documentId', { documentId, epoch });
  return true;
}

/** Returns where the states of documents are now. */
export async function positionsOf(documentIds: string[]): Promise<Map<string, Position>> {
  const bind = Object.fromEntries(documentIds.map((id, index) => [`id${index}`, id]));
  const names = documentIds.map((_, index) => `$id${index}`).join(', ');
  const rows = await select<Position & { documentId: string }>(
    `SELECT document_id AS "documentId", ${COLUMNS} FROM document_states WHERE document_id IN (${names})`,
    bind,
  );
  return new Map(rows.map(({ documentId, ...position }) => [documentId, position]));
}

/** Removes states nobody used since `before`; their documents begin a new one when somebody joins. */
export async function removeUnusedStates(before: number): Promise<void> {
  const unused = `SELECT document_id FROM document_states WHERE used_at < $before AND last_number = folded_number`;
  await inTransaction(async () => {
    await execute(`UPDATE documents SET live_epoch = NULL WHERE id IN (${unused})`, { before });
    await execute('DELETE FROM document_states WHERE used_at < $before AND last_number = folded_number', { before });
  });
}

/** Lists documents with updates older than `before` that no text holds yet, as after a crash. */
export async function overdueDocuments(before: number): Promise<string[]> {
  const rows = await select<{ id: string }>(
    'SELECT DISTINCT document_id AS id FROM document_updates WHERE created_at < $before LIMIT 100',
    { before },
  );
  return rows.map(({ id }) => id);
}
