import { onTestFinished, vi } from 'vitest';
import { storage } from '#app/adapters/storage.ts';

type Name = 'read' | 'sizeOf' | 'stampOf' | 'copy' | 'place' | 'remove';

/** Runs `act` once, before or after the storage's first call of an operation for a key. Ends with the test. */
export function onceAround(
  name: Name,
  key: string,
  { before, after }: Partial<Record<'before' | 'after', () => unknown>>,
) {
  const real = storage()[name] as (...args: string[]) => Promise<unknown>;
  let isDone = false;
  const spy = vi.spyOn(storage(), name as 'sizeOf').mockImplementation((async (...args: string[]) => {
    const isTurn = !isDone && args[0] === key;
    isDone ||= isTurn;
    if (isTurn) await before?.();
    const result = await real(...args);
    if (isTurn) await after?.();
    return result;
  }) as never);
  onTestFinished(() => spy.mockRestore());
}
