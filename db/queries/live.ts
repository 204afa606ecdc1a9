import { byDialect, changedRowsOf, changeOf, isListed, listed, rowsOf } from '#db/query.ts';

type Position = { epoch: number; lastNumber: number; foldedNumber: number };
const POSITION = 'epoch, last_number AS "lastNumber", folded_number AS "foldedNumber"';

/** Finds a document's shared state and its position. */
export const findState = rowsOf<Position & { state: Buffer }, { documentId: string }>({
  name: 'findState',
  uses: ['document_states(document_id)'],
  sql: `SELECT ${POSITION}, state FROM document_states WHERE document_id = $documentId`,
});

/** Lists the positions of documents' shared states; `documentIds` is a JSON array. */
export const findPositions = rowsOf<Position & { documentId: string }, { documentIds: string }>({
  name: 'findPositions',
  uses: ['document_states(document_id)'],
  sql: () => `SELECT document_id AS "documentId", ${POSITION} FROM document_states
    WHERE document_id IN (${listed('documentIds')})`,
});

/** Lists the sizes in bytes of updates after a number, in order. */
export const findUpdateSizes = rowsOf<{ number: number; size: number }, { documentId: string; number: number }>({
  name: 'findUpdateSizes',
  uses: ['document_updates(document_id,number)'],
  sql: `SELECT number, LENGTH(changes) AS size FROM document_updates
    WHERE document_id = $documentId AND number > $number ORDER BY number`,
});

/** Lists updates after a number and up to another, in order. */
export const findUpdates = rowsOf<
  { number: number; changes: Buffer; writers: string; createdAt: number },
  { documentId: string; number: number; upTo: number }
>({
  name: 'findUpdates',
  uses: ['document_updates(document_id,number)'],
  sql: `SELECT number, changes, writers, created_at AS "createdAt" FROM document_updates
    WHERE document_id = $documentId AND number > $number AND number <= $upTo ORDER BY number`,
});

/** Assigns a new epoch to a document without shared state. The row stays locked until the transaction ends. */
export const claimEpoch = changeOf<{ documentId: string; epoch: number }>({
  name: 'claimEpoch',
  uses: ['documents(id)'],
  sql: 'UPDATE documents SET live_epoch = $epoch WHERE id = $documentId AND live_epoch IS NULL',
});

/**
 * Returns the next update number of a state; no row if it has another epoch. The row lock keeps numbers in commit
 * order.
 */
export const takeNumber = changedRowsOf<{ number: number }, { documentId: string; epoch: number; now: number }>({
  name: 'takeNumber',
  uses: ['document_states(document_id)'],
  sql: `UPDATE document_states SET last_number = last_number + 1, used_at = $now
    WHERE document_id = $documentId AND epoch = $epoch RETURNING last_number AS number`,
});

type Replacement = {
  documentId: string;
  state: Buffer;
  epoch: number;
  number: number;
  now: number;
  fromEpoch: number;
  fromLast: number;
  fromFolded: number;
};

type Fold = { documentId: string; state: Buffer; number: number; now: number; fromEpoch: number; fromFolded: number };

/** Folds the updates up to a number into a state unless somebody else has folded any. Later updates stay. */
export const foldUpdates = changeOf<Fold>({
  name: 'foldUpdates',
  uses: ['document_states(document_id)'],
  sql: `UPDATE document_states SET state = $state, folded_number = $number, used_at = $now
    WHERE document_id = $documentId AND epoch = $fromEpoch AND folded_number = $fromFolded`,
});

/** Puts a change into the folded state and counts it as the newest update, unless somebody else has folded any. */
export const countChange = changeOf<Omit<Fold, 'number'>>({
  name: 'countChange',
  uses: ['document_states(document_id)'],
  sql: `UPDATE document_states SET state = $state, last_number = last_number + 1, used_at = $now
    WHERE document_id = $documentId AND epoch = $fromEpoch AND folded_number = $fromFolded`,
});

/** Inserts the change that was counted last, for those who have the state before. */
export const insertChange = changeOf<{ documentId: string; changes: Buffer; now: number }>({
  name: 'insertChange',
  uses: ['document_states(document_id)'],
  sql: `INSERT INTO document_updates (document_id, number, changes, writers, created_at)
    SELECT document_id, last_number, $changes, '[]', $now FROM document_states WHERE document_id = $documentId`,
});

/** Replaces a state if its position has not changed since it was read. */
export const replaceFolded = changeOf<Replacement>({
  name: 'replaceFolded',
  uses: ['document_states(document_id)'],
  sql: `UPDATE document_states SET state = $state, epoch = $epoch, last_number = $number, folded_number = $number,
      used_at = $now
    WHERE document_id = $documentId AND epoch = $fromEpoch AND last_number = $fromLast AND folded_number = $fromFolded`,
});

/** Sets the epoch of a document's shared state. */
export const setEpoch = changeOf<{ documentId: string; epoch: number }>({
  name: 'setEpoch',
  uses: ['documents(id)'],
  sql: 'UPDATE documents SET live_epoch = $epoch WHERE id = $documentId',
});

/** Removes updates that are folded into the state. */
export const removeFolded = changeOf<{ documentId: string; number: number }>({
  name: 'removeFolded',
  uses: ['document_updates(document_id,number)'],
  sql: 'DELETE FROM document_updates WHERE document_id = $documentId AND number <= $number',
});

/** With the plain column, SQLite would scan the primary key of the whole table. */
const BY_AGE = { sqlite: '+document_id', postgres: 'document_id' };

/**
 * Lists documents with updates that were stored before an instant, the oldest first, without the ids of the JSON array
 * `skipped`.
 */
export const findOverdue = rowsOf<{ id: string }, { before: number; skipped: string }>({
  name: 'findOverdue',
  uses: ['document_updates_by_age'],
  sql: () => `SELECT document_id AS id FROM document_updates
    WHERE created_at < $before AND NOT (${isListed('document_id', 'skipped')})
    GROUP BY ${byDialect(BY_AGE)} ORDER BY MIN(created_at) LIMIT 200`,
});

/** Lists documents whose state is unused since an instant and fully settled. */
export const findUnused = rowsOf<{ id: string }, { before: number }>({
  name: 'findUnused',
  uses: ['document_states_by_use'],
  sql: `SELECT document_id AS id FROM document_states WHERE used_at < $before AND last_number = folded_number
    ORDER BY used_at LIMIT 200`,
});

/** Removes a state if it is still unused. */
export const removeUnused = changeOf<{ id: string; before: number }>({
  name: 'removeUnused',
  uses: ['document_states(document_id)'],
  sql: `DELETE FROM document_states
    WHERE document_id = $id AND used_at < $before AND last_number = folded_number`,
});
