import { createRequire } from 'node:module';

/**
 * Loads a package synchronously on first use: highlighting and maths would slow every start of the server and the CLI,
 * and most texts never use them.
 */
export const loadLater = createRequire(import.meta.url);
