/**
 * Reads a table in pages by ascending id. `read` returns up to a page of rows whose id is greater than `after`, in
 * order, and nothing at the end.
 */
export async function* pagesOf<Row extends { id: string }>(
  read: (after: string) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = ''; ; ) {
    const rows = await read(after);
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)!.id;
  }
}
