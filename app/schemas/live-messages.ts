// Constants of contract §7: messages of `y-websocket`, the message `stored`, and close codes.

/**
 * Returns true for a client id that names a shared state, its epoch. Browsers choose ids below 2^32; states use those
 * up to 2^33.
 */
export const isEpoch = (clientId: number): boolean => clientId >= 2 ** 32 && clientId < 2 ** 33;

export const MESSAGE = { sync: 0, awareness: 1, auth: 2, queryAwareness: 3, stored: 4 } as const;
export const SYNC_STEP = { vector: 0, answer: 1, update: 2 } as const;
/** Events that a new stream can repeat are at most this old. */
export const REPLAY_MS = 10_000;
export const CLOSING = {
  malformed: 4400,
  sessionEnded: 4401,
  permissionTaken: 4403,
  gone: 4404,
  stateUnknown: 4409,
  tooMany: 4429,
  stopping: 1012,
} as const;
