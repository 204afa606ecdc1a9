import type { Actor } from '#app/services/actor.ts';
import { DAY_MS } from '#app/services/day.ts';
import { newId } from '#app/services/new-id.ts';
import { execute, inTransaction, models, select } from '#db/connection.ts';

const KEPT_MS = DAY_MS;

type Fields = Record<string, string>;

/** Saves a form for an account that has just signed in again. Returns its address. Deletes old forms. */
export async function keepForm(userId: string, path: string, fields: Fields): Promise<string> {
  const id = newId();
  const createdAt = Date.now();
  await inTransaction(async () => {
    await execute('DELETE FROM kept_forms WHERE created_at < $before', { before: createdAt - KEPT_MS });
    await (await models()).KeptForm.create({ id, userId, path, fields: JSON.stringify(fields), createdAt });
  });
  return id;
}

export async function findSavedForm(actor: Actor, id: string): Promise<Fields | null> {
  const [row] = await select<{ fields: string }>(
    'SELECT fields FROM kept_forms WHERE id = $id AND user_id = $me AND created_at > $after',
    { id, me: actor.id, after: Date.now() - KEPT_MS },
  );
  return row ? (JSON.parse(row.fields) as Fields) : null;
}
