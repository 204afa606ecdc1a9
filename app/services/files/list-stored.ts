import { type Administration, requireAdministrator } from '#app/services/access/administrator.ts';
import { select } from '#db/connection.ts';

/** A confirmed file for the operator; sizes in bytes. */
export type StoredFile = {
  id: string;
  name: string;
  type: string;
  size: number;
  owner: string;
  docId: string | null;
  createdAt: string;
};

const AT_ONCE = 2000;

/** Streams all files, or those of one owner, largest first. Throws `permissionDenied`. */
export async function* listStored(by: Administration, ownerId?: string): AsyncGenerator<StoredFile> {
  requireAdministrator(by);
  const whose = ownerId ? 'AND files.owner_id = $ownerId' : '';
  for (let offset = 0; ; offset += AT_ONCE) {
    const rows = await select<Omit<StoredFile, 'createdAt'> & { createdAt: number }>(
      `SELECT files.id, files.name, files.type, COALESCE(files.size, 0) AS size, users.email AS owner,
         files.document_id AS "docId", files.created_at AS "createdAt"
       FROM files JOIN users ON users.id = files.owner_id WHERE files.confirmed_at IS NOT NULL ${whose}
       ORDER BY COALESCE(files.size, 0) DESC, files.id LIMIT ${AT_ONCE} OFFSET ${offset}`,
      ownerId ? { ownerId } : {},
    );
    for (const row of rows) yield { ...row, createdAt: new Date(row.createdAt).toISOString() };
    if (rows.length < AT_ONCE) return;
  }
}
