import { AppError } from '#app/errors.ts';
import { accountAllows, accountState } from '#app/policies/account-policy.ts';
import { recordFailedSignIn } from '#app/services/audit/record-act.ts';
import { isWithinLimit, requireWithinLimit } from '#app/services/limits/request-limits.ts';
import { countSignInAttempt, resetSignInAttempts } from '#app/services/limits/sign-in-throttle.ts';
import { type Entry, enterAccount } from '#app/services/sign-in/enter-account.ts';
import { verifyPassword } from '#app/services/sign-in/password-hash.ts';
import { requirePasswordSignIn } from '#app/services/sign-in/password-rule.ts';
import { knownDevice, NOBODY, type Requester } from '#app/services/sign-in/requester.ts';
import { models } from '#db/connection.ts';

/** The client: user agent for the list of devices, address for rate limits, and cookies of the browser. */
type Client = { userAgent: string | null; address: string; asker?: Requester };
/** Only failures count per address, as a whole office may share one. */
const FAILURES_OF_ADDRESS = ['failedSignIn', 'failedSignInDaily'] as const;

type SignIn = { email: string; password: string; remember: boolean };

/**
 * Signs in with a password. Throws `passwordIncorrect` after the same time for an unknown address, a wrong password and
 * an account without password; `userNotActive` only after the right password; `requestTooFrequent` after too many wrong
 * ones for the account or from the client address; `permissionDenied` if passwords are switched off. With a second
 * factor the sign-in stays pending.
 */
export async function signIn({ email, password, remember }: SignIn, client: Client): Promise<Entry> {
  requirePasswordSignIn();
  const { userAgent, address, asker = NOBODY } = client;
  const device = knownDevice(asker, email);
  // Unknown browsers share the counters of address and account; a known browser has its own.
  const tries = { of: email, by: device ?? undefined };
  if (!device) for (const limit of FAILURES_OF_ADDRESS) await requireWithinLimit(limit, address);
  await countSignInAttempt(tries);
  const user = await (await models()).User.findOne({ where: { email } });
  if (!(await verifyPassword(user?.passwordHash, password)) || !user) {
    if (!device) for (const limit of FAILURES_OF_ADDRESS) await isWithinLimit(limit, address);
    await recordFailedSignIn(user?.id, 'password');
    throw new AppError('passwordIncorrect');
  }
  await resetSignInAttempts(tries);
  if (!accountAllows('signIn', user)) {
    const data = accountState(user) === 'unverified' ? { verify: true } : undefined;
    throw new AppError('userNotActive', { data });
  }
  return enterAccount(user.id, { userAgent, remember }, user.passwordHash);
}
