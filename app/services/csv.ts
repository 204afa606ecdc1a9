/**
 * One line of CSV (RFC 4180), its end included. A text that a spreadsheet would take for a formula gets an apostrophe
 * in front, as OWASP advises against CSV injection: names and addresses come from strangers.
 */
export function csvLine(cells: (string | number | boolean | null)[]): string {
  return `${cells.map((cell) => csvField(typeof cell === 'string' ? unlikeFormula(cell) : String(cell ?? ''))).join(',')}\r\n`;
}

const unlikeFormula = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

function csvField(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
