/**
 * Formats one CSV line (RFC 4180) with its line end. Prefixes text that a spreadsheet would run as a formula with an
 * apostrophe (OWASP: CSV injection), as names and addresses are untrusted.
 */
export function csvLine(cells: (string | number | boolean | null)[]): string {
  return `${cells.map((cell) => csvField(typeof cell === 'string' ? unlikeFormula(cell) : String(cell ?? ''))).join(',')}\r\n`;
}

const unlikeFormula = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

function csvField(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
