import type { Mail } from '#app/adapters/mailer.ts';
import { accountClosedMail } from '#app/emails/account-closed-mail.ts';
import { accountExistsMail } from '#app/emails/account-exists-mail.ts';
import { notInvitedMail } from '#app/emails/not-invited-mail.ts';
import { AppError } from '#app/errors.ts';
import type { Language } from '#app/i18n/language.ts';
import { accountAllows } from '#app/policies/account-policy.ts';
import { randomToken, sha256 } from '#app/services/crypto/secrets.ts';
import { mailOrigin } from '#app/services/mail/mail-origin.ts';
import { queueMail } from '#app/services/mail/queue-mail.ts';
import { newId } from '#app/services/new-id.ts';
import { hashNewPassword } from '#app/services/sign-in/password-rule.ts';
import { mayRegister, registrationRule } from '#app/services/sign-in/registration-rule.ts';
import { NOBODY, type Requester } from '#app/services/sign-in/requester.ts';
import { type IssuedCode, issueCodeOrNull } from '#app/services/sign-in/verification-codes.ts';
import { writeCodeMail } from '#app/services/sign-in/write-code-mail.ts';
import { requireAcceptance, storeRegistered } from '#app/services/terms/accept-terms.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lockAddress } from '#db/locks.ts';

type Registration = {
  email: string;
  password: string;
  /** The version of the terms that was accepted. */
  terms?: string | undefined;
};
/** The token goes into a cookie: only the browser that chose the password can confirm it together with the code. */
export type PendingRegistration = { email: string; registrationToken: string };

/**
 * Starts a sign-up. The result is the same for new and known addresses; only the mail differs. Throws
 * `permissionDenied` if registration is closed, `validationFailed` without the acceptance of the current terms.
 */
export async function registerAccount(
  input: Registration,
  lng: Language,
  asker: Requester = NOBODY,
): Promise<PendingRegistration> {
  const { email, password, terms } = input;
  if (registrationRule().kind === 'closed') throw new AppError('permissionDenied');
  requireAcceptance(terms);
  const registrationToken = randomToken();
  const passwordHash = await hashNewPassword(password);
  await inTransaction(async () => {
    await lockAddress(email);
    const outcome = await keepPending(email, {
      passwordHash,
      registrationHash: sha256(registrationToken),
      lng,
      updatedAt: Date.now(),
      terms,
    });
    const code = await issueCodeOrNull({ email, type: 'register', asker: { ...asker, browser: registrationToken } });
    await queueMail(code ? answerTo(outcome, email, lng, code) : null);
  });
  return { email, registrationToken };
}

type Pending = {
  passwordHash: string;
  registrationHash: string;
  lng: Language;
  updatedAt: number;
  terms: string | undefined;
};
type Outcome = 'pending' | 'known' | 'suspended' | 'deleted' | 'uninvited';

async function keepPending(email: string, { terms, ...pending }: Pending): Promise<Outcome> {
  const known = await (await models()).User.findOne({ where: { email } });
  if (known && accountAllows('signIn', known)) return 'known';
  if (known && !accountAllows('verify', known)) return known.status === 'DELETED' ? 'deleted' : 'suspended';
  if (!(await mayRegister(email))) return 'uninvited';
  const user = known
    ? await known.update(pending)
    : await (await models()).User.create({ ...newUser(email), ...pending });
  await storeRegistered(user.id, terms);
  return 'pending';
}

function answerTo(outcome: Outcome, email: string, lng: Language, issued: IssuedCode): Mail {
  if (outcome === 'known') return accountExistsMail(email, lng, mailOrigin());
  if (outcome === 'suspended' || outcome === 'deleted') return accountClosedMail(email, lng, outcome);
  if (outcome === 'uninvited') return notInvitedMail(email, lng, registrationRule());
  return writeCodeMail(email, lng, 'register', issued);
}

/** Returns the columns of an unverified account. */
export function newUser(email: string) {
  const now = Date.now();
  return {
    id: newId(),
    email,
    passwordHash: null,
    status: 'ACTIVE',
    role: 'USER',
    displayName: null,
    username: null,
    imageUrl: null,
    lng: null,
    registrationHash: null,
    createdAt: now,
    updatedAt: now,
  } as const;
}
