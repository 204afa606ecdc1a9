import type { Abilities } from '#app/policies/document-policy.ts';
import type { Page } from '#app/schemas/paging.ts';
import type { Crumb } from '#app/services/access/document-access.ts';
import type { CommentPage } from '#app/services/comments/comment-pages.ts';
import type { Mentionable } from '#app/services/comments/list-mentionable.ts';
import type { Outsider } from '#app/services/comments/list-outsiders.ts';
import type { Backlink } from '#app/services/documents/list-backlinks.ts';
import type { TreeEntry } from '#app/services/documents/list-children.ts';
import type { MoveTarget } from '#app/services/documents/list-move-targets.ts';
import type { OpenedDocument } from '#app/services/documents/open-document.ts';
import type { Writer } from '#app/services/takeouts/list-writers.ts';
import type { TemplateScope } from '#app/services/templates/mark-template.ts';

export type DocumentPageData = {
  document: Omit<OpenedDocument, 'html' | 'access' | 'isLinkedTo' | 'template' | 'isLeavable'>;
  html: string | null;
  /** The title as HTML with marks between its phrases; null if it has none. */
  phrasedTitle: string | null;
  /** Cover with the address to display, which may be the image proxy's. */
  cover: DocumentPageData['document']['coverImage'];
  can: Abilities;
  path: Crumb[];
  isOwner: boolean;
  isArchived: boolean;
  backlinks: Backlink[];
  comments: CommentPage;
  mentionable: Mentionable[];
  /** Mentioned people with whom the owner can share. */
  outsiders: Outsider[];
  /** Rights of the reader on the document's comments. */
  commentRights: { write: boolean; resolve: boolean; deleteAny: boolean };
  /** The requested page of children; null without children. */
  children: Page<TreeEntry> | null;
  /** All possible targets if requested by `?move`. Null otherwise: then the visible tree is offered. */
  targets: MoveTarget[] | null;
  /** Scope in which the reader offers the document as a template. */
  template: TemplateScope | null;
  /** Number and authors of the documents that a deletion removes, for `?confirm=delete`; else null. */
  deletes: { count: number; writers: Writer[] } | null;
  /** True if the owner asks with `?confirm=delete` to delete a document that is not archived. */
  isUndeletable: boolean;
  /**
   * Number of documents that the reader wrote and would lose access to by leaving; null if there is nothing to leave.
   */
  leaving: number | null;
};
