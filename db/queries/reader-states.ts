import { changeOf } from '#db/query.ts';

type Which = { me: string; id: string };
const uses = { sqlite: [], postgres: ['reader_states(user_id,document_id)'] } as const;

/** Records that an actor has opened a version. */
export const putOpened = changeOf<Which & { version: number; openedAt: number }>({
  name: 'putOpened',
  uses,
  sql: `INSERT INTO reader_states (user_id, document_id, opened_at, seen_version)
    VALUES ($me, $id, $openedAt, $version)
    ON CONFLICT (user_id, document_id) DO UPDATE SET opened_at = $openedAt, seen_version = $version`,
});

/** Records that the author of a version has seen it. */
export const putSeen = changeOf<Which & { version: number; now: number }>({
  name: 'putSeen',
  uses,
  sql: `INSERT INTO reader_states (user_id, document_id, opened_at, seen_version) VALUES ($me, $id, $now, $version)
    ON CONFLICT (user_id, document_id) DO UPDATE SET seen_version = $version`,
});

/** Stars or unstars a document. */
export const putStar = changeOf<Which & { starredAt: number | null }>({
  name: 'putStar',
  uses,
  sql: `INSERT INTO reader_states (user_id, document_id, starred_at) VALUES ($me, $id, $starredAt)
    ON CONFLICT (user_id, document_id) DO UPDATE SET starred_at = $starredAt`,
});
