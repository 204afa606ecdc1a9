/** Vite's helper that preloads the files of a dynamic import. */
const HELPER = /\0vite\/preload-helper/;
const ADDRESS = 'const assetsURL = function(dep) { return "/"+dep }';

/**
 * Lets dynamic imports preload their files below the path of APP_URL. Throws if a new version of Vite has another
 * helper.
 * @param {string} code
 * @param {string} file
 * @returns {{ code: string, map: null } | null} null for other files
 */
export function withPlacedPreloads(code, file) {
  if (!HELPER.test(file)) return null;
  if (!code.includes(ADDRESS)) throw new Error(`Vite builds addresses in another way: mend scripts/placed-preloads.js`);
  const placed = 'const assetsURL = function(dep) { return outward("/"+dep) }';
  return { code: `import { outward } from "#app/address/base-path.ts";${code.replace(ADDRESS, placed)}`, map: null };
}
