import { startSession } from '#app/services/sessions/start-session.ts';
import { hashPassword } from '#app/services/sign-in/password-hash.ts';
import { newUser } from '#app/services/sign-in/register-account.ts';
import { markVerified } from '#app/services/sign-in/verify-account.ts';
import { connect, disconnect, inTransaction, models } from '#db/connection.ts';
import { PASSWORD } from '#tests/support/factories.ts';
import type { Place } from '#tests/support/server.ts';

export type MadeAccount = { id: string; cookies: [string, string][] };
type Traits = { email: string; password?: string; isAdmin?: boolean; lng?: 'en' | 'zh' };

/** Creates a verified account with one session through the services, in the database of a running server. */
export function makeAccount(place: Place, { email, password = PASSWORD, isAdmin, lng = 'en' }: Traits) {
  return inDatabaseOf(place, async (): Promise<MadeAccount> => {
    const passwordHash = await hashOf(password);
    const user = await inTransaction(async () => {
      const account = { ...newUser(email), passwordHash, lng, role: isAdmin ? ('ADMIN' as const) : ('USER' as const) };
      const made = await (await models()).User.create(account);
      await markVerified(made);
      return made;
    });
    const device = { userAgent: 'Test browser', remember: false };
    const { accessToken, refreshToken } = await startSession(user.id, device);
    return {
      id: user.id,
      cookies: [
        ['arbor_access', accessToken],
        ['arbor_refresh', refreshToken],
      ],
    };
  });
}

const hashes = new Map<string, Promise<string>>();

/** All people in tests have the same password, so one hash suffices. */
function hashOf(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  return hash;
}

let last: Promise<unknown> = Promise.resolve();

/** Queues calls, as a process connects to one database at a time. */
export function inDatabaseOf<T>(place: Place, work: () => Promise<T>): Promise<T> {
  const mine = last.then(async () => {
    connect(place);
    try {
      return await work();
    } finally {
      await disconnect();
    }
  });
  last = mine.catch(() => undefined);
  return mine;
}
