import { AppError } from '#app/errors.ts';
import { mayLoseAdministrator } from '#app/policies/administration-policy.ts';
import { select } from '#db/connection.ts';
import { lock } from '#db/locks.ts';

const ACTIVE = `SELECT id FROM users WHERE role = 'ADMIN' AND status = 'ACTIVE' AND verified_at IS NOT NULL`;

/**
 * Ensures that another administrator remains; call in the transaction that removes one. Throws `permissionDenied` for
 * the last administrator.
 */
export async function requireAnotherAdministrator(id: string): Promise<void> {
  // Serialise removals: if two administrators remove each other, the second one is then the last.
  await lock('administrators');
  const administrators = await select<{ id: string }>(ACTIVE);
  if (!mayLoseAdministrator(id, administrators)) {
    throw new AppError('permissionDenied', { fields: { '': [{ key: 'administrator.last' }] } });
  }
}

/** Returns true if somebody administers the installation. */
export const hasAdministrator = async (): Promise<boolean> => (await select(`${ACTIVE} LIMIT 1`)).length > 0;
