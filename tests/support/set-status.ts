import type { Actor } from '#app/services/actor.ts';
import { execute } from '#db/connection.ts';
import type { UserStatus } from '#db/models/user.ts';
import { inDatabaseOf } from '#tests/support/made-account.ts';
import type { Place } from '#tests/support/server.ts';

/** Applies the row changes of an administrator's action, without ending sessions. */
export async function setStatus({ id }: Pick<Actor, 'id'>, status: UserStatus): Promise<void> {
  await execute('UPDATE users SET status = $status WHERE id = $id', { id, status });
}

/** Like `setStatus`, in the database of a running server. */
export const setStatusOf = (place: Place, person: { id: string }, status: UserStatus): Promise<void> =>
  inDatabaseOf(place, () => setStatus(person, status));
