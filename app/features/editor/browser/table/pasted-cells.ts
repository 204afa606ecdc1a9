import { flatText } from '#app/features/editor/browser/table/parse-table.ts';

type Cells = readonly (readonly string[])[];

function cellsOfHtml(html: string): Cells {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const next of page.querySelectorAll(':is(td, th) :is(br, p + p, div + div, li + li)')) next.before('<br>');
  const rows = [...page.querySelectorAll<HTMLTableRowElement>('tr')];
  return rows.map(({ cells }) => [...cells].map(({ textContent }) => flatText(textContent ?? '')));
}

const cellsOfText = (plain: string): Cells =>
  plain
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(flatText));

/** Returns the texts of cells copied from a spreadsheet or table; null for other content and for a single cell. */
export function pastedCells(data: DataTransfer | null): Cells | null {
  const [html, plain] = [data?.getData('text/html') ?? '', data?.getData('text/plain') ?? ''];
  const cells = /<table\b/i.test(html) ? cellsOfHtml(html) : plain.includes('\t') ? cellsOfText(plain) : [];
  return cells.flat().length > 1 ? cells : null;
}

/** Returns lines pasted into one cell as a line with the breaks of a cell; null for a single line. */
export function pastedLines(data: DataTransfer | null): string | null {
  const lines = (data?.getData('text/plain') ?? '').trim().split(/\s*[\r\n]\s*/);
  return lines.length > 1 ? lines.join('<br>') : null;
}
