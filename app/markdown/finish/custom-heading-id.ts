// `## Title {#id}` as in Pandoc, and the React documentation's comment in braces, whose stars may have made emphasis.
const customId = /\s*\{(?:#([^\s{}]+)|\/\*?\s*([^\s{}*]+?)\s*\*?\/)\}\s*$/u;

/** An own id at the end of a heading's text, and the text before it; null where there is none. */
export function findCustomId(heading: string): { id: string; text: string } | null {
  const match = customId.exec(heading);
  if (match === null) return null;
  return { id: match[1] ?? match[2] ?? '', text: heading.slice(0, match.index) };
}
