/** Further rows stay in the file only. */
const ROWS_MAX = 5000;

/** Converts RFC 4180 CSV to a Markdown table with the first row as head; empty for a file without rows. */
export function tableOfCsv(csv: string): string {
  const [head, ...rows] = rowsOf(csv).slice(0, ROWS_MAX + 1);
  if (!head) return '';
  const line = (cells: string[]) => `| ${head.map((_, index) => toCell(cells[index] ?? '')).join(' | ')} |`;
  return `${[line(head), `| ${head.map(() => '---').join(' | ')} |`, ...rows.map(line)].join('\n')}\n`;
}

const toCell = (text: string) =>
  text
    .trim()
    .replace(/[\\|`*_[\]<>&]/g, '\\$&')
    .replace(/\s*\n\s*/g, ' ');

function rowsOf(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  // A quoted cell with doubled quotes, or an unquoted one, with its terminator.
  const cell = /(?:"([^"]*(?:""[^"]*)*)"|([^,\r\n]*))[^,\r\n]*(,|\r?\n|\r|$)/gy;
  while (cell.lastIndex < csv.length) {
    const [, quoted, bare = '', end] = cell.exec(csv) ?? [];
    if (end === undefined) break;
    row.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === ',') {
      if (cell.lastIndex === csv.length) row.push('');
      continue;
    }
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows.filter((cells) => cells.some((text) => text !== ''));
}
