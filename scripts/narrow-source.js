/**
 * Escapes the characters of a JavaScript source that do not fit into one byte: V8 keeps a source in memory, and a
 * single such character doubles its size. Strings, templates, names and regular expressions keep their meaning; only
 * the `raw` text of a tagged template changes.
 * @param {string} source
 */
export function narrowSource(source) {
  return source.replace(/(\\*)([\u0100-\uffff])/g, (_, slashes, character) => {
    // A needless escape of the character itself; its backslash would escape the new one.
    const kept = slashes.length % 2 === 1 ? slashes.slice(1) : slashes;
    return `${kept}\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
