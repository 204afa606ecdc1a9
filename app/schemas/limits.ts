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
/** Children that a document's own page lists at a time. */
export const INSIDE_ROWS = 60;
/** Rows of a list page, where the API answers with LIMIT_DEFAULT. */
export const PAGE_ROWS = 20;
export const LIMIT_DEFAULT = 10;
export const LIMIT_MAX = 100;
/** Deeper than anyone arranges by hand; keeps walks up and down a tree bounded. */
export const DEPTH_MAX = 1000;

/** Files of one import, folders and all. */
export const IMPORT_ENTRIES_MAX = 10_000;
/** All texts of one import together, unpacked. */
export const IMPORT_BYTES_MAX = 128 * 1024 * 1024;
/** Files chosen at once; more go into a zip. */
export const UPLOAD_FILES_MAX = 200;
/** Larger pictures are no pictures to us: decoding one takes four bytes a pixel. */
export const PIXELS_MAX = 50_000_000;
/** What someone writes to a document's owner to be let in. */
export const MESSAGE_MAX = 500;
