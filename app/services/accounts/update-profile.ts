import { AppError } from '#app/errors.ts';
import type { Profile } from '#app/schemas/settings.ts';
import type { Actor } from '#app/services/actor.ts';
import { execute, inTransaction, lock, select } from '#db/connection.ts';

/** Changes how an account is shown. A user name belongs to one account: throws `usernameExists`. */
export async function updateProfile(actor: Actor, { displayName, username, imageUrl }: Profile): Promise<void> {
  await inTransaction(async () => {
    // One at a time decides who has a name.
    if (username !== null) await lock(`username ${username}`);
    const taken = await select('SELECT id FROM users WHERE username = $username AND id <> $me', {
      username,
      me: actor.id,
    });
    if (username !== null && taken.length > 0) {
      throw new AppError('usernameExists', { fields: { username: [{ key: 'username.taken' }] } });
    }
    await execute(
      `UPDATE users SET display_name = $displayName, username = $username, image_url = $imageUrl, updated_at = $now
       WHERE id = $me`,
      { displayName, username, imageUrl, now: Date.now(), me: actor.id },
    );
  });
}
