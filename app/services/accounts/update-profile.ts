import { AppError } from '#app/errors.ts';
import { fileInUrl } from '#app/schemas/file-url.ts';
import type { Profile } from '#app/schemas/settings.ts';
import { releaseImage } from '#app/services/accounts/profile-image.ts';
import type { Actor } from '#app/services/actor.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lock } from '#db/locks.ts';

/**
 * Updates the given values of a profile. Throws `usernameExists` for a taken user name, and `validationFailed` for an
 * uploaded image other than the current one.
 */
export async function updateProfile(actor: Actor, profile: Partial<Profile>): Promise<void> {
  await inTransaction(async () => {
    const { username, imageUrl } = profile;
    await requireOwnImage(actor, imageUrl);
    // Serialise claims of a user name.
    if (username) await lock(`username ${username}`);
    const other = username ? await (await models()).User.findOne({ where: { username } }) : null;
    if (other && other.id !== actor.id) {
      throw new AppError('usernameExists', { fields: { username: [{ key: 'username.taken' }] } });
    }
    if (imageUrl !== undefined) await releaseImage(actor, imageUrl);
    await (await models()).User.update({ ...profile, updatedAt: Date.now() }, { where: { id: actor.id } });
  });
}

/** The form may contain only the current image: another file could be private or belong to someone else. */
async function requireOwnImage(actor: Actor, imageUrl: string | null | undefined): Promise<void> {
  if (!imageUrl || !fileInUrl(imageUrl)) return;
  const isSame = (await (await models()).User.count({ where: { id: actor.id, imageUrl } })) === 1;
  if (!isSame) throw new AppError('validationFailed', { fields: { imageUrl: [{ key: 'imageUrl.invalid' }] } });
}
