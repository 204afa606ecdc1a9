/**
 * Documents of an incomplete copy are archived under the copy's name instead of a document's, which hides them from
 * lists, search, trees and readers. The archive uses this mark to exclude them.
 */
export const hiddenUnder = (copyId: string): string => `copy ${copyId}`;

/** SQL condition: true for an archived document, false for a document of an incomplete copy. */
export const NOT_HIDDEN = "documents.archive_root_id NOT LIKE 'copy %'";
