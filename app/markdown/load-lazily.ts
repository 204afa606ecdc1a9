import { createRequire } from 'node:module';

/**
 * Loads a package synchronously on first use. Highlighting and maths would slow down every start of server and CLI, and
 * most texts do not need them.
 */
export const loadLazily = createRequire(import.meta.url);
