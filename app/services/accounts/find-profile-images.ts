import { shownPicture } from '#app/services/files/foreign-picture-address.ts';
import { select } from '#db/connection.ts';

/** Profile image addresses by e-mail address, as pages show them. Omits accounts without one and deleted accounts. */
export type ProfileImages = Record<string, string>;

/** Finds profile images. Callers must be allowed to see these accounts. */
export async function findProfileImages(emails: string[]): Promise<ProfileImages> {
  if (emails.length === 0) return {};
  const names = emails.map((_, index) => `$e${index}`).join(', ');
  const rows = await select<{ email: string; imageUrl: string }>(
    `SELECT email, image_url AS "imageUrl" FROM users
     WHERE email IN (${names}) AND image_url IS NOT NULL AND status <> 'DELETED'`,
    Object.fromEntries(emails.map((email, index) => [`e${index}`, email])),
  );
  return Object.fromEntries(rows.map(({ email, imageUrl }) => [email, shownPicture(imageUrl)]));
}
