import type { Actor } from '#app/services/actor.ts';
import { newLinkSteps } from '#app/services/documents/document-links.ts';
import { type NewText, titleKey } from '#app/services/documents/document-text.ts';
import type { Siblings } from '#app/services/documents/position.ts';
import { signal } from '#app/services/live/live-signals.ts';
import { newId } from '#app/services/new-id.ts';
import { newIndexSteps } from '#app/services/search/full-text-index.ts';
import { INDEX_VERSION } from '#app/services/search/index-text.ts';
import { insertStep } from '#db/insert-rows.ts';
import type { Step } from '#db/write-batch.ts';

export type NewDocumentRow = {
  id: string;
  title: string;
  icon?: string | null;
  text: NewText;
  siblings: Siblings;
  /** Id of the import that creates the document. */
  importId?: string | null;
  /** Creation time in the source of an import; defaults to now. */
  createdAt?: number | null;
  updatedAt?: number | null;
  /** Hidden until the operation it belongs to is complete (`hidden-documents.ts`). */
  hiddenBy?: string | null;
  /** Time at which the actor starred it. */
  starredAt?: number | null;
};
export type PlacedDocument = NewDocumentRow & { position: number };

/** Steps that create documents with texts, first revisions, links and index. Parents come before their children. */
export function newDocumentSteps(actor: Pick<Actor, 'id'>, documents: readonly PlacedDocument[]): Step[] {
  const now = Date.now();
  const indexed = documents.map(({ id, title, text }) => ({ documentId: id, title, indexed: text.indexed }));
  const rows = documents.map((document) => documentRow(actor, document, now));
  return [
    { ...insertStep('documents', rows), done: () => signalTrees(documents) },
    insertStep('document_texts', documents.map(textRow)),
    insertStep(
      'revisions',
      documents.map((document) => revisionRow(actor, document, now)),
    ),
    insertStep(
      'reader_states',
      documents.map((document) => readerRow(actor, document, now)),
    ),
    ...newLinkSteps(documents.map(({ id, text }) => ({ id, targets: text.linksTo }))),
    ...newIndexSteps(indexed),
  ];
}

function documentRow(actor: Pick<Actor, 'id'>, document: PlacedDocument, now: number) {
  const { id, title, icon = null, siblings, position, importId = null, hiddenBy = null } = document;
  return {
    id,
    parentId: siblings.parentId,
    ownerId: siblings.ownerId,
    createdBy: actor.id,
    updatedBy: actor.id,
    title,
    titleKey: titleKey(title),
    icon,
    position,
    importId,
    archivedAt: hiddenBy === null ? null : now,
    archiveRootId: hiddenBy,
    createdAt: document.createdAt ?? now,
    updatedAt: document.updatedAt ?? document.createdAt ?? now,
  };
}

function textRow({ id, text }: PlacedDocument) {
  const { content, html, outline, plainText, words, readingSeconds, renderVersion } = text;
  const derived = { html, outline, plainText, words, readingSeconds, renderVersion };
  return { documentId: id, content, ...derived, indexVersion: INDEX_VERSION };
}

function revisionRow(actor: Pick<Actor, 'id'>, { id, title, icon = null, text }: PlacedDocument, now: number) {
  const { packing, packed } = text.packed;
  const saved = { documentId: id, version: 1, authorId: actor.id, title, icon };
  return { id: newId(), ...saved, packing, packed, createdAt: now };
}

/** An imported or copied document counts as opened, and so as recent, only once somebody opens it. */
function readerRow(actor: Pick<Actor, 'id'>, document: PlacedDocument, now: number) {
  const { id, importId = null, hiddenBy = null, starredAt = null } = document;
  const openedAt = importId === null && hiddenBy === null ? now : null;
  return { userId: actor.id, documentId: id, openedAt, seenVersion: 1, starredAt };
}

/** Signals each list of siblings once. */
function signalTrees(documents: readonly PlacedDocument[]): void {
  const shown = documents.filter(({ hiddenBy = null }) => hiddenBy === null);
  const lists = new Map(shown.map(({ siblings }) => [`${siblings.ownerId} ${siblings.parentId}`, siblings]));
  for (const { ownerId, parentId } of lists.values()) signal({ kind: 'tree', ownerId, parentId });
}
