import type { Abilities } from '#app/policies/document-policy.ts';
import type { Crumb } from '#app/services/access/document-access.ts';
import type { Mentionable } from '#app/services/comments/list-mentionable.ts';
import type { ThreadEntry } from '#app/services/comments/list-threads.ts';
import type { Backlink } from '#app/services/documents/list-backlinks.ts';
import type { TreeEntry } from '#app/services/documents/list-children.ts';
import type { Page } from '#app/services/documents/list-documents.ts';
import type { MoveTarget } from '#app/services/documents/list-move-targets.ts';
import type { OpenedDocument } from '#app/services/documents/open-document.ts';
import type { Writer } from '#app/services/takeouts/list-writers.ts';
import type { TemplateScope } from '#app/services/templates/mark-template.ts';

/** The loader data of a document's page. */

export type DocumentPageData = {
  document: Omit<OpenedDocument, 'html' | 'access' | 'isLinkedTo'>;
  html: string | null;
  /** The cover with the address under which the page shows it. */
  cover: DocumentPageData['document']['coverImage'];
  can: Abilities;
  path: Crumb[];
  isOwner: boolean;
  isArchived: boolean;
  backlinks: Backlink[];
  threads: ThreadEntry[];
  mentionable: Mentionable[];
  /** The reader's abilities on comments. */
  commentRights: { write: boolean; resolve: boolean; deleteAny: boolean };
  /** The requested page of children; null for a leaf. */
  children: Page<TreeEntry> | null;
  /** All possible targets if requested (`?move`); else null, and the tree beside the page is used. */
  targets: MoveTarget[] | null;
  /** For whom the reader offers the document as a template. */
  template: TemplateScope | null;
  /** Number and writers of the documents that a deletion removes, on `?confirm=delete`; else null. */
  deletes: { count: number; writers: Writer[] } | null;
  /** How many documents the reader wrote and loses by leaving. */
  leaving: number;
};
