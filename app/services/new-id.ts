import { init } from '@paralleldrive/cuid2';

const create = init({ length: 24 });

/** A cuid2 that begins with `c`, so that it has the shape of both cuid generations. Never a secret. */
export function newId(): string {
  return `c${create().slice(1)}`;
}
