import { randomInt } from 'node:crypto';

// A shared state begins with characters under a client id of its own: its epoch. Browsers choose ids below 2^32, so an
// id in this range identifies the state to which an update belongs.
const FIRST = 2 ** 32;

/** Returns the id of a new shared state. */
export const newEpoch = (): number => FIRST + randomInt(FIRST);
