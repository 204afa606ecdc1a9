/** Rows beyond are left in the file. */
const ROWS_MAX = 5000;

/** RFC 4180 as a Markdown table whose first row is the head; empty for a file without a row. */
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
  // A cell in quotes, with quotes doubled in it, or one without; and what ends it.
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
