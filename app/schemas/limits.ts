// Business limits (specification §5, §9; contract §4, §6). Browser and server read the same numbers.
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 100;
export const EMAIL_MIN = 3;
export const EMAIL_MAX = 254;
export const CODE_LENGTH = 6;
export const RECOVERY_CODE_MAX = 40;
export const TOKEN_NAME_MAX = 60;
/** Personal access tokens of one account. */
export const TOKENS_MAX = 50;
export const TITLE_MAX = 255;
export const CONTENT_MAX_BYTES = 1.5 * 1024 * 1024;
export const ICON_MAX = 32;
export const DISPLAY_NAME_MAX = 60;
export const IMAGE_URL_MAX = 2000;
export const USERNAME_MAX = 20;
export const KEYWORD_MAX = 200;
export const PAGE_DEFAULT = 1;
/** Rows of the children list on a document's page. */
export const INSIDE_ROWS = 60;
/** Rows of a list page; the API uses LIMIT_DEFAULT. */
export const PAGE_ROWS = 20;
export const LIMIT_DEFAULT = 10;
export const LIMIT_MAX = 100;
/** Deeper than any manual arrangement; bounds walks up and down a tree. */
export const DEPTH_MAX = 1000;

/** Entries of one import, folders included. */
export const IMPORT_ENTRIES_MAX = 10_000;
/** Total bytes of all texts of one import, unpacked. */
export const IMPORT_BYTES_MAX = 128 * 1024 * 1024;
/** Files of one selection; more require a zip. */
export const UPLOAD_FILES_MAX = 200;
/** Larger images are rejected: decoding takes four bytes a pixel. */
export const PIXELS_MAX = 50_000_000;
/** Characters of a group's name. */
export const GROUP_NAME_MAX = 60;
/** Length of the message in an access request. */
export const MESSAGE_MAX = 500;
/** Characters of a comment, of the passage it is about, and of what is kept from before and after that. */
export const COMMENT_MAX = 10_000;
export const QUOTE_MAX = 300;
export const QUOTE_AROUND_MAX = 32;
/** Characters of a saved search's name and of its query string, and how many a person keeps. */
export const SEARCH_NAME_MAX = 60;
export const SEARCH_QUERY_MAX = 2000;
export const SAVED_SEARCHES_MAX = 50;
