import { AppError } from '#app/errors.ts';
import { rewriteLinks } from '#app/markdown/rewrite-links.ts';
import { fileInUrl } from '#app/schemas/file-url.ts';
import { type DocumentAccess, findAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { insertDocument, placeBelow } from '#app/services/documents/create-document.ts';
import { destinationsOf } from '#app/services/documents/destinations-of.ts';
import type { DocumentEntry } from '#app/services/documents/document-entry.ts';
import { prepareNewText } from '#app/services/documents/document-text.ts';
import { getEntry } from '#app/services/documents/get-document.ts';
import { VISIBLE_BRANCH } from '#app/services/documents/visible-branch.ts';
import { copyFiles, planFileCopies } from '#app/services/files/copy-files.ts';
import { downloadUrlOf } from '#app/services/files/file-entry.ts';
import { newId } from '#app/services/new-id.ts';
import { execute, inTransaction, select } from '#db/connection.ts';

type Source = { id: string; parentId: string | null; title: string; icon: string | null; content: string };

const SOURCES = `${VISIBLE_BRANCH}
  SELECT documents.id, documents.parent_id AS "parentId", documents.title, documents.icon, document_texts.content
  FROM branch JOIN documents ON documents.id = branch.id
  JOIN document_texts ON document_texts.document_id = documents.id
  ORDER BY branch.depth, documents.position, documents.id`;

/**
 * Copies a document with all the actor sees below it, without shares; links within the branch lead to the copies, which have files
 * and covers of their own. The
 * copy is the last child of the same parent where the actor may add one, else the last of their own roots. Throws
 * `documentNotFound`, and `documentAccessDenied` for what is archived.
 */
export async function duplicateDocument(actor: Actor, id: string): Promise<DocumentEntry> {
  const access = await findAccess(actor, id);
  if (access.isArchived) throw new AppError('documentAccessDenied');
  const sources = await select<Source>(SOURCES, { id, me: actor.id });
  const idOf = new Map(sources.map((source) => [source.id, newId()]));
  const files = await planFileCopies(sources.map((source) => source.id));
  const prepare = async (source: Source) => ({
    source,
    text: await prepareNewText(actor.id, await repoint(actor, source.content, idOf, files.idOf)),
  });
  const copies = await Promise.all(sources.map(prepare));
  const parentId = await copyParent(actor, access);
  return inTransaction(async () => {
    let ownerId = actor.id;
    for (const { source, text } of copies) {
      const siblings = await placeBelow(actor, source.id === id ? parentId : (idOf.get(source.parentId!) ?? null));
      await insertDocument(actor, { ...source, id: idOf.get(source.id)!, text, siblings });
      await copyCover(source.id, idOf.get(source.id)!, files.idOf);
      ownerId = siblings.ownerId;
    }
    await copyFiles(files, { ownerId, uploaderId: actor.id, documentOf: idOf });
    return getEntry(actor, await findAccess(actor, idOf.get(id)!));
  });
}

async function repoint(
  actor: Actor,
  content: string,
  idOf: Map<string, string>,
  fileIdOf: Map<string, string>,
): Promise<string> {
  return rewriteLinks(content, await destinationsOf(actor.id, content), (url) => {
    const [, place, source = '', rest] = /^\/(doc|api\/files)\/(c[a-z0-9]{23})(.*)$/.exec(url) ?? [];
    const copy = (place === 'doc' ? idOf : fileIdOf).get(source);
    return copy ? `/${place}/${copy}${rest}` : null;
  });
}

async function copyCover(from: string, to: string, fileIdOf: Map<string, string>): Promise<void> {
  const [cover] = await select<{ url: string | null; scrollY: number | null }>(
    'SELECT cover_url AS url, cover_scroll_y AS "scrollY" FROM documents WHERE id = $from',
    { from },
  );
  if (!cover?.url) return;
  const copy = fileIdOf.get(fileInUrl(cover.url) ?? '');
  const url = copy ? downloadUrlOf(copy) : cover.url;
  await execute('UPDATE documents SET cover_url = $url, cover_scroll_y = $scrollY WHERE id = $to', {
    url,
    scrollY: cover.scrollY,
    to,
  });
}

async function copyParent(actor: Actor, { parentId }: DocumentAccess): Promise<string | null> {
  if (parentId === null) return null;
  return (await findAccess(actor, parentId)).can.addChild ? parentId : null;
}
