import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Actor } from '#app/services/actor.ts';
import { importUploads } from '#app/services/transfer/import/import-uploads.ts';
import type { Imported } from '#app/services/transfer/import/run-import.ts';
import type { Upload } from '#app/services/transfer/sources/read-zip.ts';
import { select } from '#db/connection.ts';
import { DATA_DIR } from '#tests/support/database.ts';

export type SentFiles = Record<string, string | Buffer>;

/** Writes named files where the server would receive an upload. */
export function uploadsOf(files: SentFiles): Upload[] {
  const folder = mkdtempSync(join(DATA_DIR, 'uploads-'));
  return Object.entries(files).map(([name, bytes], index) => {
    const file = join(folder, String(index));
    writeFileSync(file, bytes);
    return { name, file };
  });
}

/** Imports named files as an upload would. */
export const importFiles = (actor: Actor, files: SentFiles, parentId: string | null = null): Promise<Imported> =>
  importUploads(actor, { uploads: uploadsOf(files), parentId });

export type TreeNode = { title: string; icon: string | null; content: string; children: TreeNode[] };

/** Returns the tree below a document, or all roots, in order, with all fields that an import restores. */
export async function treeOf(owner: Actor, parentId: string | null): Promise<TreeNode[]> {
  const rows = await select<{ id: string; title: string; icon: string | null; content: string }>(
    `SELECT documents.id, title, icon, content FROM documents JOIN document_texts ON document_id = documents.id
     WHERE owner_id = $me AND COALESCE(parent_id, '') = $parentId AND archived_at IS NULL ORDER BY position`,
    { me: owner.id, parentId: parentId ?? '' },
  );
  const children = await Promise.all(rows.map(({ id }) => treeOf(owner, id)));
  return rows.map(({ title, icon, content }, n) => ({ title, icon, content, children: children[n]! }));
}

/** A tree as nested titles. */
export type Titles = [string, ...Titles[]];
export const titlesOf = (nodes: TreeNode[]): Titles[] =>
  nodes.map(({ title, children }) => [title, ...titlesOf(children)]);
