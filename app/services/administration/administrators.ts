import { AppError } from '#app/errors.ts';
import { lock, select } from '#db/connection.ts';

const ACTIVE = `SELECT id FROM users WHERE role = 'ADMIN' AND status = 'ACTIVE' AND verified_at IS NOT NULL`;

/**
 * An installation keeps an administrator; inside the transaction that takes one away. Throws `permissionDenied` when
 * the account is the last one.
 */
export async function requireAnotherAdministrator(id: string): Promise<void> {
  // Two administrators who remove each other at the same moment: one of them waits, and is then the last.
  await lock('administrators');
  const administrators = await select<{ id: string }>(ACTIVE);
  if (administrators.some((each) => each.id === id) && administrators.length === 1) {
    throw new AppError('permissionDenied', { fields: { '': [{ key: 'administrator.last' }] } });
  }
}
