import { init } from '@paralleldrive/cuid2';

const create = init({ length: 24 });

/** Returns a cuid2 that begins with `c`, so that it matches both cuid formats. Not suitable as a secret. */
export function newId(): string {
  return `c${create().slice(1)}`;
}
