type Closable = { close: () => Promise<unknown> };

/** Closes connections one after the other, also after one that fails or could not be opened. Throws the first error. */
export async function closeAll(open: readonly (Closable | Promise<Closable> | undefined)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const each of open) {
    try {
      await (await each)?.close();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
