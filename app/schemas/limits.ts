// Business limits (specification §5, §9; contract §4, §6), shared by browser and server.
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 100;
export const EMAIL_MIN = 3;
export const EMAIL_MAX = 254;
export const CODE_LENGTH = 6;
export const RECOVERY_CODE_MAX = 40;
export const TOKEN_NAME_MAX = 60;
/** Maximum number of personal access tokens per account. */
export const TOKENS_MAX = 50;
export const TITLE_MAX = 255;
export const CONTENT_MAX_BYTES = 1.5 * 1024 * 1024;
/** Maximum bytes of an icon: the longest emoji has 35. */
export const ICON_MAX = 64;
export const DISPLAY_NAME_MAX = 60;
export const IMAGE_URL_MAX = 2000;
export const USERNAME_MAX = 20;
export const KEYWORD_MAX = 200;
export const PAGE_DEFAULT = 1;
/** Number of rows of the children list on a document's page. */
export const INSIDE_ROWS = 60;
/** Number of rows of a list, on pages and in the API. */
export const LIMIT_DEFAULT = 10;
export const LIMIT_MAX = 100;
/** Maximum depth of a tree, more than any manual arrangement has. Limits recursion. */
export const DEPTH_MAX = 1000;

/** Maximum number of entries in one import, including folders. */
export const IMPORT_ENTRIES_MAX = 10_000;
/** Maximum total bytes of all texts of one import, unpacked. */
export const IMPORT_BYTES_MAX = 128 * 1024 * 1024;
/** Maximum number of files in one selection; more require a zip. */
export const UPLOAD_FILES_MAX = 200;
/** Maximum number of pixels of an image, as decoding takes four bytes per pixel. */
export const PIXELS_MAX = 50_000_000;
/** Maximum characters of a group's name. */
export const GROUP_NAME_MAX = 60;
/** Maximum characters of the message in an access request. */
export const MESSAGE_MAX = 500;
/** Maximum characters of a comment, of its passage, and of the stored text before and after that. */
export const COMMENT_MAX = 10_000;
export const QUOTE_MAX = 300;
export const QUOTE_AROUND_MAX = 32;
/** Maximum characters of a saved search's name and query string, and maximum number per person. */
export const SEARCH_NAME_MAX = 60;
export const SEARCH_QUERY_MAX = 2000;
export const SAVED_SEARCHES_MAX = 50;
export const INACTIVE_MAX_DAYS = 3650;
