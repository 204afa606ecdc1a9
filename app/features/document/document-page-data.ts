import type { Abilities } from '#app/policies/document-policy.ts';
import type { Crumb } from '#app/services/access/document-access.ts';
import type { Backlink } from '#app/services/documents/list-backlinks.ts';
import type { TreeEntry } from '#app/services/documents/list-children.ts';
import type { Page } from '#app/services/documents/list-documents.ts';
import type { MoveTarget } from '#app/services/documents/list-move-targets.ts';
import type { OpenedDocument } from '#app/services/documents/open-document.ts';

/** What the loader of a document's page gives it. */
export type DocumentPageData = {
  document: Omit<OpenedDocument, 'html' | 'access' | 'isLinkedTo'>;
  html: string | null;
  can: Abilities;
  path: Crumb[];
  isOwner: boolean;
  isArchived: boolean;
  backlinks: Backlink[];
  /** The page of children that was asked for; null for a leaf. */
  children: Page<TreeEntry> | null;
  /** Every place it may go, when asked for (`?move`); else the tree beside the page has to do. */
  targets: MoveTarget[] | null;
  /** How many documents deleting this one takes, where that is what is asked (`?confirm=delete`). */
  deletes: number | null;
};
