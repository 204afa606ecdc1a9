import type { z } from 'zod';
import { AppError } from '#app/errors.ts';
import type { insertion } from '#app/schemas/ai.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { readDocument } from '#app/services/documents/get-document.ts';
import { baseText } from '#app/services/documents/revisions.ts';
import { type UpdatedDocument, updateDocument } from '#app/services/documents/update-document.ts';

export type Insertion = z.output<typeof insertion>;

/** Appends a result to the text it was made from. Throws the errors of `updateDocument`. */
export function insertResult(actor: Actor, id: string, given: Insertion): Promise<UpdatedDocument> {
  const { result } = given;
  return change(actor, id, given, (text) => {
    const before = text.trimEnd();
    return before === '' ? result : `${before}\n\n${result}\n`;
  });
}

/**
 * Replaces the selection, or without one the whole text, by a result. Throws `validationFailed` if the selection is not
 * in the text, and the errors of `updateDocument`.
 */
export function replaceByResult(actor: Actor, id: string, given: Insertion): Promise<UpdatedDocument> {
  const { result, selection } = given;
  return change(actor, id, given, (text) => {
    if (selection.trim() === '') return result;
    const at = text.indexOf(selection) >= 0 ? selection : selection.trim();
    const found = text.indexOf(at);
    if (found < 0) throw new AppError('validationFailed', { fields: { selection: [{ key: 'ai.selectionGone' }] } });
    return text.slice(0, found) + result + text.slice(found + at.length);
  });
}

/** Applies the change to the base version of the result, so that concurrent edits are merged, not lost. */
async function change(
  actor: Actor,
  id: string,
  { result, baseVersion }: Insertion,
  edit: (text: string) => string,
): Promise<UpdatedDocument> {
  const access = await requireAccess(actor, id, 'edit');
  const { content, version } = await readDocument(actor, access);
  const isCurrent = baseVersion === undefined || baseVersion === version;
  const base = isCurrent ? { content } : await baseText(id, baseVersion, version);
  // Without a base the save is a conflict, which returns the result.
  const changed = base ? edit(base.content) : result;
  return updateDocument(actor, access, { content: changed, baseVersion: baseVersion ?? version, autosave: false });
}
