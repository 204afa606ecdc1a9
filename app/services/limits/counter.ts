import { sha256 } from '#app/services/crypto/secrets.ts';

/**
 * Names a counter. The operator finds it by `of`: a client address, an e-mail address or an account id. `by` separates
 * several counters of one subject: a document, a device, a purpose.
 */
export type Counter = { of: string; by?: string | undefined };

/** Returns the key of a row in `limits`, after the limit's name; hashed, so that no plain addresses are stored. */
export const limitKey = ({ of, by }: Counter): string =>
  by === undefined ? sha256(of) : `${sha256(of)}:${sha256(by)}`;

/** Returns the key of a row in `code_guesses`. */
export const guessKey = ({ of, by }: Counter): string => (by === undefined ? of : `${by} ${of}`);

/** Returns whom a key of `code_guesses` counts for; neither addresses nor ids contain spaces. */
export const subjectOfGuess = (key: string): string => key.slice(key.lastIndexOf(' ') + 1);

/** Counter of wrong passwords and codes of a signed-in person, which strangers cannot use up. */
export const signedInCounter = (userId: string): Counter => ({ of: userId, by: 'signed in' });
