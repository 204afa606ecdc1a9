import { createRequire } from 'node:module';

/**
 * Loads a package when it is first needed, at once: highlighting and maths would cost every start of the server and
 * the CLI time and memory that most texts never use.
 */
export const loadLater = createRequire(import.meta.url);
