/**
 * Documents of a copy that is not complete are archived under the copy's name instead of a document's: no list, search,
 * tree or reader finds them. The archive leaves them out by this.
 */
export const hiddenUnder = (copyId: string): string => `copy ${copyId}`;

/** SQL that is true for a document of an archive, and not for one of an incomplete copy. */
export const NOT_HIDDEN = "documents.archive_root_id NOT LIKE 'copy %'";
