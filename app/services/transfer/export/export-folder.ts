import { join } from 'node:path';
import { type FolderUse, useOfFolder, writeBelow } from '#app/adapters/folder-writer.ts';
import { AppError } from '#app/errors.ts';
import { accountAllows } from '#app/policies/account-policy.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { listOwnedFiles } from '#app/services/files/list-files.ts';
import { describeExport, type LeftOut, MANIFEST } from '#app/services/transfer/export/describe-export.ts';
import { listBranch, listOwn } from '#app/services/transfer/export/list-own.ts';
import { safeName } from '#app/services/transfer/export/safe-name.ts';
import { type Section, writeSections } from '#app/services/transfer/export/write-folder.ts';
import { ARCHIVED } from '#app/services/transfer/import/arrange-folder.ts';
import { models } from '#db/connection.ts';

type OnProgress = (done: number, total: number) => void;
type Options = {
  folder: string;
  /** Id of the document whose branch is exported; without it, everything is. */
  branch?: string | undefined;
  onProgress?: OnProgress;
};
/** `lostFiles`: number of files that were left out, as their bytes are lost. */
export type ExportedFolder = { documents: number; archived: number; leftOut: LeftOut; lostFiles: number };

/**
 * Exports the actor's documents to a folder of Markdown files from which `import` restores the same tree. Archived ones
 * are in `archived`; `arbor.json` lists what is omitted. Overwrites files of the same name and keeps others. Throws
 * `documentNotFound` for a branch.
 */
export async function exportFolder(actor: Actor, { folder, branch, onProgress }: Options): Promise<ExportedFolder> {
  const sections = await sectionsOf(actor, branch);
  const documents = sections.flatMap(({ rows }) => rows);
  const { text, leftOut } = await describeExport(actor, documents, { isBranch: branch !== undefined });
  const ownerId = branch === undefined ? actor.id : (await requireAccess(actor, branch, 'read')).ownerId;
  const files = [
    ...(await writeSections(sections, await listOwnedFiles(ownerId))),
    { path: MANIFEST, updatedAt: new Date(), read: async () => text },
  ];
  let lostFiles = 0;
  for (const [index, { path, updatedAt, read }] of files.entries()) {
    const content = await read();
    if (content === null) lostFiles += 1;
    else await writeBelow(folder, path, content, updatedAt);
    onProgress?.(index + 1, files.length);
  }
  return { documents: documents.length, archived: sections[1]?.rows.length ?? 0, leftOut, lostFiles };
}

async function sectionsOf(actor: Actor, branch: string | undefined): Promise<Section[]> {
  if (branch !== undefined) {
    await requireAccess(actor, branch, 'read');
    return [{ folder: '', rows: await listBranch(actor, branch) }];
  }
  return [
    { folder: '', rows: await listOwn(actor, 'present') },
    { folder: ARCHIVED, rows: await listOwn(actor, 'archived') },
  ];
}

export type ExportedPerson = ExportedFolder & { email: string; folder: string };

/** Exports the documents of every account that may sign in, each to a folder named by its address. */
export async function exportEveryone(folder: string, onPerson: OnProgress): Promise<ExportedPerson[]> {
  const users = await (await models()).User.findAll({ order: [['email', 'ASC']] });
  const living = users.filter((user) => accountAllows('signIn', user));
  const people: ExportedPerson[] = [];
  for (const [nth, user] of living.entries()) {
    const { id, email, displayName, imageUrl, role, lng } = user;
    const own = safeName(email, 0);
    const exported = await exportFolder({ id, email, displayName, imageUrl, role, lng }, { folder: join(folder, own) });
    people.push({ email, folder: own, ...exported });
    onPerson(nth + 1, living.length);
  }
  if (people.length === 0) throw new AppError('userNotFound');
  return people;
}

/** Returns the state of an export's target folder. */
export const findFolderUse = (folder: string): Promise<FolderUse> => useOfFolder(folder);
