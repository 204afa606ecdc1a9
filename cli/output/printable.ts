export type Row = Record<string, string | number | boolean | null>;

// Controls move the cursor, colour the screen or set the title of its window; marks of direction show text in another
// order than it has (kubectl CVE-2021-25743, "Trojan Source"). Names and titles come from strangers.
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** A text for a terminal, a file or another program: controls and marks of direction are written as `\u001b`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Every text cell of a row. */
export function printableRow(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([column, cell]) => [column, typeof cell === 'string' ? printable(cell) : cell]),
  );
}

/** JSON of a row: signs are escaped as JSON has it, so that the value stays what it is. */
export function printableJson(row: Row | Row[], indent?: number): string {
  return JSON.stringify(row, null, indent).replace(UNPRINTABLE, (sign) => (sign === '\n' ? sign : printable(sign)));
}

/** Sentences for people: their lines stay lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}
