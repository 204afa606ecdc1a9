const SECOND = 1;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * A rate limit of `points` per window and key. The key is an address (an IPv6 /64), an account, an e-mail address or a
 * session.
 */
export type Limit = { points: number; windowSeconds: number; variable: string; counts: string };

const limit = (points: number, windowSeconds: number, variable: string, counts: string): Limit => ({
  points,
  windowSeconds,
  variable,
  counts,
});

/**
 * All rate limits with their defaults, repeated in `docs/security.md` and README. Authenticated requests are counted by
 * session or account, anonymous ones by address.
 */
export const LIMITS = {
  requests: limit(300, 10 * SECOND, 'LIMIT_REQUESTS', 'requests of a session, or of an address without one'),
  failedSignIn: limit(600, HOUR, 'LIMIT_FAILED_SIGN_IN', 'wrong passwords from an address'),
  failedSignInDaily: limit(2000, DAY, 'LIMIT_FAILED_SIGN_IN_DAILY', 'wrong passwords from an address'),
  accountTries: limit(10, 10 * MINUTE, 'LIMIT_ACCOUNT_TRIES', 'tries at an account before each has to wait'),
  codeCheck: limit(60, MINUTE, 'LIMIT_CODE_CHECK', 'codes typed at an address'),
  passwordReset: limit(60, HOUR, 'LIMIT_PASSWORD_RESET', 'passwords chosen at an address'),
  providerStart: limit(60, MINUTE, 'LIMIT_PROVIDER_START', 'social sign-ins begun at an address'),
  refresh: limit(30, MINUTE, 'LIMIT_REFRESH', 'renewals of a session'),
  mailFromAddress: limit(100, HOUR, 'LIMIT_MAIL_FROM_ADDRESS', 'sign-ups and codes asked for at an address'),
  mailToEmail: limit(5, HOUR, 'LIMIT_MAIL_TO_EMAIL', 'codes mailed to an e-mail address'),
  mailToEmailDaily: limit(20, DAY, 'LIMIT_MAIL_TO_EMAIL_DAILY', 'codes mailed to an e-mail address'),
  accessRequest: limit(10, HOUR, 'LIMIT_ACCESS_REQUEST', 'requests for access by an account'),
  invitationToEmail: limit(5, HOUR, 'LIMIT_INVITATION_TO_EMAIL', 'invitations resent to an e-mail address'),
  shareWithStranger: limit(20, HOUR, 'LIMIT_SHARE_WITH_STRANGER', 'shares with addresses that have no account'),
  newPeople: limit(50, DAY, 'LIMIT_NEW_PEOPLE', 'people an account shares with for the first time'),
  upload: limit(240, MINUTE, 'LIMIT_UPLOAD', 'steps of uploads by an account; a file takes two'),
  imageFetch: limit(30, MINUTE, 'LIMIT_IMAGE_FETCH', 'pictures fetched for an account'),
  pictureFetch: limit(
    300,
    MINUTE,
    'LIMIT_PICTURE_FETCH',
    'pictures of other hosts fetched for a session or an address',
  ),
  ai: limit(25, MINUTE, 'LIMIT_AI', 'AI calls of an account'),
  comment: limit(60, HOUR, 'LIMIT_COMMENT', 'comments of an account on a document'),
  documentWrite: limit(120, MINUTE, 'LIMIT_DOCUMENT_WRITE', 'changes of documents by an account'),
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;
export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[];
