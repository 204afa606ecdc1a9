import { select } from '#db/connection.ts';

/** Pictures of people by their address; those without one, and deleted accounts, are left out. */
export type Faces = Record<string, string>;

/** For whoever has been told who these people are. */
export async function findFaces(emails: string[]): Promise<Faces> {
  if (emails.length === 0) return {};
  const names = emails.map((_, index) => `$e${index}`).join(', ');
  const rows = await select<{ email: string; imageUrl: string }>(
    `SELECT email, image_url AS "imageUrl" FROM users
     WHERE email IN (${names}) AND image_url IS NOT NULL AND status <> 'DELETED'`,
    Object.fromEntries(emails.map((email, index) => [`e${index}`, email])),
  );
  return Object.fromEntries(rows.map(({ email, imageUrl }) => [email, imageUrl]));
}
