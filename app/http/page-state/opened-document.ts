import { createContext, type RouterContextProvider } from 'react-router';
import { AppError } from '#app/errors.ts';
import { isId } from '#app/http/request/require-id.ts';
import type { Actor } from '#app/services/actor.ts';
import { type OpenedDocument, openDocument } from '#app/services/documents/open-document.ts';

const opened = createContext<{ id: string; document: Promise<OpenedDocument> } | null>(null);

/** Loads the document of this request, once for the page and the tree. Throws `documentNotFound`. */
export function openedDocument(
  context: Readonly<RouterContextProvider>,
  actor: Actor,
  id: string,
): Promise<OpenedDocument> {
  const known = context.get(opened);
  if (known?.id === id) return known.document;
  const document = isId(id) ? openDocument(actor, id) : Promise.reject(new AppError('documentNotFound'));
  context.set(opened, { id, document });
  return document;
}
