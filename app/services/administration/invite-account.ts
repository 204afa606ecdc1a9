import { sendMail } from '#app/adapters/mailer.ts';
import { invitationMail } from '#app/emails/invitation-mail.ts';
import { AppError } from '#app/errors.ts';
import type { Language } from '#app/i18n/language.ts';
import { accountAllows } from '#app/policies/account-policy.ts';
import { type Administration, requireAdministrator } from '#app/services/access/administrator.ts';
import { recordAct } from '#app/services/audit/record-act.ts';
import { mailOrigin } from '#app/services/mail/mail-origin.ts';
import { registrationRule } from '#app/services/sign-in/registration-rule.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lockAddress } from '#db/locks.ts';

export type Invitation = { email: string; createdAt: string };

/**
 * Allows an address to register and sends the invitation mail before returning. A repeated invitation sends it again.
 * Throws `permissionDenied` (also if registration is closed), `userExists`, `userNotActive`, and `sendEmailError`, in
 * which case the address is not invited.
 */
export async function inviteAccount(by: Administration, email: string, lng: Language): Promise<Invitation> {
  requireAdministrator(by);
  if (registrationRule().kind === 'closed') {
    throw new AppError('permissionDenied', { fields: { '': [{ key: 'invitation.closed' }] } });
  }
  const addedAt = await store(by, email);
  try {
    await sendMail(invitationMail(email, lng, { from: nameOf(by), origin: mailOrigin() }));
  } catch (cause) {
    if (addedAt !== null) await remove({ email, createdAt: addedAt });
    throw new AppError('sendEmailError', { cause });
  }
  await inTransaction(() => recordAct(by, { action: 'user.invite', subject: email }));
  return { email, createdAt: new Date().toISOString() };
}

/** Withdraws an unused invitation; a missing one is no error. Throws `permissionDenied`. */
export async function withdrawInvitation(by: Administration, email: string): Promise<void> {
  requireAdministrator(by);
  await inTransaction(async () => {
    if ((await remove({ email })) > 0) await recordAct(by, { action: 'user.uninvite', subject: email });
  });
}

/** Lists unused invitations, newest first. Throws `permissionDenied`. */
export async function listInvitations(by: Administration): Promise<Invitation[]> {
  requireAdministrator(by);
  const { Invitation } = await models();
  const rows = await Invitation.findAll({ order: [['createdAt', 'DESC'], 'email'] });
  return rows.map(({ email, createdAt }) => ({ email, createdAt: new Date(createdAt).toISOString() }));
}

/**
 * Deletes an invitation and returns the number of rows; with `createdAt` only that one, as it may have been withdrawn
 * and added again since.
 */
function remove(where: { email: string; createdAt?: number }): Promise<number> {
  return inTransaction(async () => (await models()).Invitation.destroy({ where }));
}

/** Stores an invitation. Returns the time of it, or null if the address was invited already. */
function store({ actor }: Administration, email: string): Promise<number | null> {
  return inTransaction(async () => {
    await lockAddress(email);
    const known = await (await models()).User.findOne({ where: { email } });
    if (known?.verifiedAt) throw new AppError('userExists');
    if (known && !accountAllows('enter', known)) throw new AppError('userNotActive');
    const { Invitation } = await models();
    // `lockAddress` serialises writers, so no one can insert the row between the two statements.
    if (await Invitation.findByPk(email)) return null;
    const createdAt = Date.now();
    await Invitation.create({ email, invitedBy: actor?.id ?? null, createdAt });
    return createdAt;
  });
}

function nameOf({ actor }: Administration): string | null {
  return actor ? (actor.displayName ?? actor.email) : null;
}
