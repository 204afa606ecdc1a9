/**
 * Error codes (specification §8) by the names used in code. Independent of HTTP: `app/http/errors/status.ts` has the
 * only table from code to status, and `errors.<name>` in the locale files the only texts.
 */
export const ERROR_CODES = {
  authenticationFailed: 1000,
  permissionDenied: 1001,
  invalidRefreshToken: 1002,
  invalidTempId: 1003,
  usernameExists: 1004,
  invalidProvider: 1006,
  passwordNotSet: 1007,
  accountError: 1008,
  sendEmailError: 1009,
  aiTokenLimitExceeded: 1100,
  requestTooFrequent: 1200,
  userNotFound: 2001,
  userExists: 2002,
  passwordIncorrect: 2003,
  userNotActive: 2004,
  codeInvalid: 3000,
  documentNotFound: 4001,
  documentAccessDenied: 4002,
  documentExists: 4003,
  documentCircularReference: 4004,
  documentCoverNotFound: 4005,
  shareWithYourself: 4101,
  documentAlreadyShared: 4102,
  shareNotFound: 4103,
  invalidSharePermission: 4104,
  fileNotFound: 5001,
  uploadFailed: 5002,
  deleteFailed: 5003,
  moveFailed: 5004,
  operationFailed: 5005,
  sizeLimitExceeded: 5006,
  typeNotAllowed: 5007,
  fileAccessDenied: 5008,
  // Codes outside the specification's list, which are the HTTP status (contract §3).
  badRequest: 400,
  notFound: 404,
  methodNotAllowed: 405,
  conflict: 409,
  notArchived: 409,
  payloadTooLarge: 413,
  unsupportedMediaType: 415,
  validationFailed: 422,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorName = keyof typeof ERROR_CODES;

/** Keys of `validation.*` with their interpolation values, by field name. */
export type FieldErrors = Record<string, ErrorText[]>;
/** The items of a list are joined in the reader's language. */
export type ErrorText = { key: string; values?: Record<string, string | number | string[]> };

type Details = {
  /** Fields the error is about. Pages show their messages beside them; the API returns them in `errors`. */
  fields?: FieldErrors;
  /** Data that the caller needs to continue, such as both texts of a conflict or a tempId. Returned in `data`. */
  data?: unknown;
  retryAfterSeconds?: number;
  /** A more specific message than the one of the code: a key of `reasons` in the locale files. */
  reason?: ErrorReason;
  cause?: unknown;
};

export type ErrorReason =
  | {
      key: 'aiInstallationCeiling' | 'aiGroupCeiling' | 'aiInstallationBusy' | 'aiGroupBusy';
      values: { group: string };
    }
  | { key: 'aiTextTooLong'; values: { left: number } }
  | { key: 'mailDeclined' }
  | { key: 'manyComments' }
  | { key: 'diskFull' };

/** An expected error reported to the caller. Any other exception is a fault, which is logged and answered with 500. */
export class AppError extends Error {
  readonly error: ErrorName;
  readonly fields: FieldErrors | undefined;
  readonly data: unknown;
  readonly retryAfterSeconds: number | undefined;
  readonly reason: ErrorReason | undefined;

  constructor(error: ErrorName, { fields, data, retryAfterSeconds, reason, cause }: Details = {}) {
    super(error, { cause });
    this.name = 'AppError';
    this.error = error;
    this.fields = fields;
    this.data = data;
    this.retryAfterSeconds = retryAfterSeconds;
    this.reason = reason;
  }

  get code(): number {
    return ERROR_CODES[this.error];
  }
}
