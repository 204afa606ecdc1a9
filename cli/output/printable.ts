export type Row = Record<string, string | number | boolean | null>;

// Control characters can move the cursor, colour the screen or set the window's title; direction marks reorder text
// (kubectl CVE-2021-25743, "Trojan Source"). Names and titles are untrusted.
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Escapes control characters and direction marks as `\u001b` for a terminal, a file or another program. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Escapes every text cell of a row. */
export function printableRow(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([column, cell]) => [column, typeof cell === 'string' ? printable(cell) : cell]),
  );
}

/** Returns a row as JSON with these characters escaped, so that the parsed value is unchanged. */
export function printableJson(row: Row | Row[], indent?: number): string {
  return JSON.stringify(row, null, indent).replace(UNPRINTABLE, (character) =>
    character === '\n' ? character : printable(character),
  );
}

/** Escapes text but preserves its line breaks. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}
