import { AppError } from '#app/errors.ts';
import type { MailedCodeType } from '#app/schemas/accounts.ts';
import { CODE_LENGTH } from '#app/schemas/limits.ts';
import { keyedHash, randomCode, randomToken, sha256 } from '#app/services/crypto/secrets.ts';
import { consumeLimit, requireWithinLimit } from '#app/services/limits/request-limits.ts';
import { newId } from '#app/services/new-id.ts';
import { browserHash, knownDevice, type Requester } from '#app/services/sign-in/requester.ts';
import { findSpentCodes, replaceLiveCode } from '#db/queries/codes.ts';

const TTL_SECONDS = 10 * 60;
const RESEND_SECONDS = 60;

/** `link`: token of the one-time link in the same mail, valid in any browser. */
export type IssuedCode = { code: string; link: string };
type Issue = {
  email: string;
  type: MailedCodeType;
  asker: Requester;
  /** The account whose new address it is: only that account can use the code. */
  account?: string | null;
  afterUse?: boolean;
};

/**
 * Issues the single valid code of an address and type. A browser that has signed in to the account before has its own
 * code, which strangers cannot replace. Addresses without an account get rows too, so that refusals do not reveal
 * accounts. Throws `requestTooFrequent` within a minute of the last code (with `afterUse`: unless that was used), and
 * above the mail limit of the address. Second-factor codes do not count against that limit, as they require the
 * password first.
 */
export async function issueCode({ email, type, asker, account = null, afterUse = false }: Issue): Promise<IssuedCode> {
  const slot = knownDevice(asker, email) ?? '';
  const isCounted = type !== '2fa';
  const counter = { about: slot || undefined };
  if (isCounted) {
    await requireWithinLimit('mailToEmail', email, counter);
    await requireWithinLimit('mailToEmailDaily', email, counter);
  }
  const [code, link] = [randomCode(CODE_LENGTH), randomToken()];
  const now = Date.now();
  const issued = await replaceLiveCode({
    id: newId(),
    email,
    type,
    slot,
    hash: codeHash(email, type, code),
    browser: browserHash(asker),
    link: sha256(link),
    account,
    now,
    expiresAt: now + 1000 * TTL_SECONDS,
    resendBefore: now - 1000 * RESEND_SECONDS,
    afterUse: afterUse ? 1 : 0,
  });
  if (issued !== 1) throw new AppError('requestTooFrequent', { retryAfterSeconds: RESEND_SECONDS });
  if (isCounted) {
    await consumeLimit('mailToEmail', email, counter);
    await consumeLimit('mailToEmailDaily', email, counter);
  }
  return { code, link };
}

/** Issues a code like `issueCode`, but returns null if no mail may be sent, for responses that must not reveal this. */
export async function issueCodeOrNull(issue: Issue): Promise<IssuedCode | null> {
  try {
    return await issueCode(issue);
  } catch (error) {
    if (error instanceof AppError && error.error === 'requestTooFrequent') return null;
    throw error;
  }
}

/** Returns true if this is the right code but already used. */
export async function isSpentCode(email: string, type: MailedCodeType, code: string): Promise<boolean> {
  const rows = await findSpentCodes({ email, type, hash: codeHash(email, type, code) });
  return rows.length > 0;
}

export function codeHash(email: string, type: MailedCodeType, code: string): string {
  return keyedHash('code', type, email, code.toUpperCase());
}
