import module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './prepare.js';

/**
 * Whether this process already runs on Arbor's Node version, as under npx and npm; then no second process is needed.
 */
export const isRightNode = () => process.versions.node.startsWith('24.');

/** Runs a script in this process, which saves starting another. */
export async function runHere(script, env) {
  Object.assign(process.env, env);
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE ?? join(ROOT, 'build/compile-cache'));
  // The script finds the files beside it by this path.
  process.argv[1] = script;
  await import(pathToFileURL(script).href);
}
