// `## Title {#id}` as in Pandoc, or a comment in braces as in the React documentation, whose asterisks may have been
// parsed as emphasis.
const customId = /\s*\{(?:#([^\s{}]+)|\/\*?\s*([^\s{}*]+?)\s*\*?\/)\}\s*$/u;

/** Returns the custom id at the end of a heading and the text before it; null if there is none. */
export function findCustomId(heading: string): { id: string; text: string } | null {
  const match = customId.exec(heading);
  if (match === null) return null;
  return { id: match[1] ?? match[2] ?? '', text: heading.slice(0, match.index) };
}
