import { flatText } from '#app/features/editor/browser/table/parse-table.ts';

type Cells = readonly (readonly string[])[];

function cellsOfHtml(html: string): Cells {
  const page = new DOMParser().parseFromString(html, 'text/html');
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
