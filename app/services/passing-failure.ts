import { AppError, type ErrorName } from '#app/errors.ts';
import { WorkAborted } from '#app/threads/run-in-thread.ts';
import { isDatabaseUnavailable } from '#db/database-errors.ts';

/** Errors of overload and of the storage. */
const PASSING = new Set<ErrorName>(['unavailable', 'uploadFailed', 'moveFailed', 'operationFailed', 'fileNotFound']);

/** True for failures that a later run may not meet. Work above its budget would exceed it again. */
export const isPassingFailure = (error: unknown): boolean =>
  isDatabaseUnavailable(error) ||
  (error instanceof AppError && PASSING.has(error.error) && !(error instanceof WorkAborted));
