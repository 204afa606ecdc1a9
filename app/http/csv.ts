/** One line of RFC 4180. */
export function csvLine(values: (string | number | null)[]): string {
  return `${values.map((value) => csvField(String(value ?? ''))).join(',')}\r\n`;
}

function csvField(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
