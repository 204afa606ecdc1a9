import { ERROR_CODES, type ErrorName } from '#app/errors.ts';

/** The only mapping from error codes to HTTP status (contract §3). A code below 1000 is its own status. */
const STATUS: Record<number, readonly number[]> = {
  400: [1003, 1006, 1007, 2003, 3000, 4101, 4104],
  401: [1000, 1002],
  403: [1001, 1008, 2004, 4002, 5008],
  404: [2001, 4001, 4005, 4103, 5001],
  409: [1004, 2002, 4003, 4004, 4102],
  413: [5006],
  415: [5007],
  429: [1100, 1200],
  500: [5003, 5004, 5005],
  502: [1009, 5002],
};
const BY_CODE = new Map(
  Object.entries(STATUS).flatMap(([status, codes]) => codes.map((code) => [code, Number(status)])),
);

export function statusOf(error: ErrorName): number {
  const code = ERROR_CODES[error];
  return code < 1000 ? code : (BY_CODE.get(code) ?? 500);
}
