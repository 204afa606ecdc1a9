// Divides the browser's scripts into shared chunks by what imports a module.

/**
 * @typedef {{ importers: readonly string[], importedIds: readonly string[], isEntry: boolean, code: string | null }}
 * Module
 */
/** @typedef {{ getModuleInfo: (id: string) => Module | null }} Graph */

/** A module that more routes than this import is loaded with every page. */
const MOST = 22;
/** Characters of source, dependencies included: less is not worth a request and its headers. */
const SMALL = 6000;

/**
 * Returns the chunk of a module that several entries import, and null where the bundler decides.
 *
 * `framework`: packages that the first script or the root imports; they change with the lockfile only. `page`: our part
 * of the same, what most routes import, and what is too small for a file of its own.
 * @param {string} id
 * @param {Graph} graph
 * @returns {'framework' | 'page' | null}
 */
export function chunkOf(id, graph) {
  if (graph.getModuleInfo(id)?.isEntry) return null;
  const isPackage = id.includes('/node_modules/');
  if (isOnEveryPage(id, graph)) return isPackage ? 'framework' : 'page';
  const entries = entriesImporting(id, graph).size;
  if (entries < 2) return null;
  return entries > MOST || weightOf(id, graph) < SMALL ? 'page' : null;
}

/** @type {Map<string, ReadonlySet<string>>} */
const known = new Map();

/**
 * Finds the entries that import a module, directly or not: the first script, the root and the routes. Dynamic imports
 * do not count.
 * @param {string} id
 * @param {Graph} graph
 * @returns {ReadonlySet<string>}
 */
function entriesImporting(id, graph) {
  const found = known.get(id) ?? reached(id, (at) => graph.getModuleInfo(at)?.importers ?? []);
  known.set(id, found);
  return new Set([...found].filter((at) => graph.getModuleInfo(at)?.isEntry));
}

/**
 * @param {string} id
 * @param {Graph} graph
 */
function isOnEveryPage(id, graph) {
  return [...entriesImporting(id, graph)].some((entry) => /\/app\/(?:entry\.client|root)\./.test(entry));
}

/**
 * Adds up a module and what it brings along.
 * @param {string} id
 * @param {Graph} graph
 */
function weightOf(id, graph) {
  const brought = [...reached(id, (at) => graph.getModuleInfo(at)?.importedIds ?? [])];
  return brought
    .filter((at) => !isOnEveryPage(at, graph))
    .reduce((sum, at) => sum + (graph.getModuleInfo(at)?.code?.length ?? 0), 0);
}

/**
 * @param {string} start
 * @param {(id: string) => readonly string[]} next
 */
function reached(start, next) {
  const seen = new Set([start]);
  for (const id of seen) for (const each of next(id)) seen.add(each);
  return seen;
}
