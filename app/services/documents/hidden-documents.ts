/**
 * Returns the archive mark of an incomplete copy's documents. They are archived under the copy's id instead of a
 * document's, which hides them from lists, search, trees and readers; the archive excludes this mark.
 */
export const hiddenUnder = (copyId: string): string => `copy ${copyId}`;

export const isHiddenMark = (archiveRootId: string): boolean => archiveRootId.startsWith('copy ');

/** SQL condition: true for an archived document, false for a document of an incomplete copy. */
export const NOT_HIDDEN = "documents.archive_root_id NOT LIKE 'copy %'";
