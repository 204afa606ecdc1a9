/** The file of markdown-it that is bundled. */
const PARSER = /\/markdown-it\/dist\/markdown-it\.mjs$/;
/** Its build defines each class field of every token through this helper, which takes half of parsing. */
const HELPER = /(?<=function _defineProperty\(e, r, t\) \{\n\t)return \(r = toPropertyKey[\s\S]*?, e;(?=\n\})/;

/**
 * Lets markdown-it assign its class fields. All of them are fields of new objects without setters, so the result is the
 * same. Throws if a new version of the package has another helper.
 * @param {string} code
 * @param {string} file
 * @returns {{ code: string, map: null } | null} the code with the same lines, null for other files
 */
export function withPlainFields(code, file) {
  if (!PARSER.test(file)) return null;
  if (!HELPER.test(code)) throw new Error(`${file} has no helper for class fields: remove scripts/plain-fields.js`);
  const assign = (/** @type {string} */ helper) => `e[r] = t; return e;${helper.replace(/[^\n]/g, '')}`;
  return { code: code.replace(HELPER, assign), map: null };
}
