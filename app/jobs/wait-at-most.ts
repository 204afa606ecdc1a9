/**
 * Waits for work that ends, but no longer than a time in milliseconds: a process that stops leaves the rest to the
 * next.
 */
export async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const patience = new Promise<void>((over) => setTimeout(over, milliseconds).unref());
  await Promise.race([work, patience]);
}
