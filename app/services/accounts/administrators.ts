import { AppError } from '#app/errors.ts';
import { select } from '#db/connection.ts';

const OTHERS = `SELECT id FROM users WHERE role = 'ADMIN' AND status = 'ACTIVE' AND verified_at IS NOT NULL AND id <> $id LIMIT 1`;

/** An installation keeps an administrator. Throws `permissionDenied` when the account is the last one. */
export async function requireAnotherAdministrator(id: string): Promise<void> {
  const [account] = await select<{ role: string }>('SELECT role FROM users WHERE id = $id', { id });
  if (account?.role !== 'ADMIN') return;
  const others = await select(OTHERS, { id });
  if (others.length === 0) throw new AppError('permissionDenied');
}
