const PATIENCE_MS = 60_000;

/** Waits for `promise`. Rejects after a minute with what `missing` returns, so that a hanging process names itself. */
export async function within<T>(promise: Promise<T>, missing: () => string): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(missing())), PATIENCE_MS);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
