import { AsyncLocalStorage } from 'node:async_hooks';

const addresses = new AsyncLocalStorage<string>();

/** Runs a request with its client address, which is recorded with audited events. */
export function withClientAddress<T>(address: string, work: () => T): T {
  return addresses.run(address, work);
}

/** Returns the client address of the running request; null at a terminal and in jobs. */
export const currentClientAddress = (): string | null => addresses.getStore() || null;
