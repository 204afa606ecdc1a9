import papaparse from 'papaparse';

/** Further rows remain only in the attached file. */
export const TABLE_ROWS_MAX = 5000;

/** `isCut` is true if the table has fewer rows than the file. */
export type CsvTable = { markdown: string; isCut: boolean };

/**
 * Converts CSV to a Markdown table with the first row as head. Separators are commas, semicolons, tabs or vertical
 * bars. Empty for a file without rows.
 */
export function tableOfCsv(csv: string): CsvTable {
  const { data } = papaparse.parse<string[]>(csv.replace(/^\uFEFF/, ''), {
    preview: TABLE_ROWS_MAX + 2,
    skipEmptyLines: 'greedy',
  });
  const [head, ...rows] = data.filter((cells) => cells.some((text) => text !== ''));
  if (!head) return { markdown: '', isCut: false };
  const line = (cells: string[]) => `| ${head.map((_, index) => toCell(cells[index] ?? '')).join(' | ')} |`;
  const lines = [line(head), `| ${head.map(() => '---').join(' | ')} |`, ...rows.slice(0, TABLE_ROWS_MAX).map(line)];
  return { markdown: `${lines.join('\n')}\n`, isCut: rows.length > TABLE_ROWS_MAX };
}

const toCell = (text: string) =>
  text
    .trim()
    .replace(/[\\|`*_[\]<>&]/g, '\\$&')
    .replace(/\s*\n\s*/g, ' ');
