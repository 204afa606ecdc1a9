import { dashesOf, escapeCell, writeRow } from '#app/features/editor/browser/table/parse-table.ts';

/**
 * Returns the Markdown table of lines that spreadsheets copy, the first as its head; null unless each of at least two
 * lines has the same number of tabs. Indented lines are none.
 */
export function tableOfTabs(plain: string): string | null {
  const lines = plain.replace(/(?:\r?\n)+$/, '').split(/\r?\n/);
  const [head = [], ...rows] = lines.map((line) => line.split('\t'));
  const isTable = head.length > 1 && rows.length > 0 && rows.every(({ length }) => length === head.length);
  if (!isTable || lines.every((line) => line.startsWith('\t'))) return null;
  const row = (cells: string[]) => writeRow(cells.map((cell) => escapeCell(cell.trim())));
  return [row(head), writeRow(head.map(() => dashesOf(null))), ...rows.map(row)].join('\n');
}
