import { connect, disconnect, execute } from '#db/connection.ts';

/** Moves a person's last proof of identity back by a quarter of an hour, on SQLite. */
export async function letProofLapse({ dataDir }: { dataDir: string }, { id }: { id: string }): Promise<void> {
  connect({ dataDir });
  try {
    const before = Date.now() - 900_000;
    await execute('UPDATE sessions SET proved_at = $before WHERE user_id = $id', { id, before });
  } finally {
    await disconnect();
  }
}
