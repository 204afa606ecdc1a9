import { AppError } from '#app/errors.ts';
import type { Actor } from '#app/services/actor.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { termsVersion } from '#app/services/terms/current-terms.ts';
import { inTransaction, models } from '#db/connection.ts';
import { findAcceptance } from '#db/queries/terms.ts';

/** Returns true if the installation has terms that the account has not accepted. Until then it may do nothing else. */
export async function mustAcceptTerms({ id }: Pick<Actor, 'id'>): Promise<boolean> {
  const version = termsVersion();
  return version !== null && (await findAcceptance({ me: id, version })).length === 0;
}

/**
 * Accepts the version that the person read. Accepting it again changes nothing. Throws `validationFailed` if it is not
 * the current one.
 */
export async function acceptTerms(actor: Actor, version: string | undefined): Promise<void> {
  requireCurrent(version);
  await inTransaction(async () => {
    if (await storeAcceptance(actor.id, version)) await recordAcceptance(actor.id, version);
  });
}

/** Checks the version accepted on a registration. Throws `validationFailed`. */
export function requireAcceptance(version: string | undefined): void {
  if (termsVersion() !== null) requireCurrent(version);
}

function requireCurrent(version: string | undefined): asserts version is string {
  if (version !== undefined && version === termsVersion()) return;
  const key = version ? 'terms.outdated' : 'terms.required';
  throw new AppError('validationFailed', { fields: { terms: [{ key }] } });
}

/** Stores an acceptance in the current transaction. Returns false if it was stored before. */
export async function storeAcceptance(userId: string, version: string): Promise<boolean> {
  const { TermsAcceptance } = await models();
  const [, isNew] = await TermsAcceptance.findOrCreate({
    where: { userId, version },
    defaults: { userId, version, createdAt: Date.now() },
  });
  return isNew;
}

/** Replaces the acceptances of an unverified account by that of its newest registration. */
export async function storeRegistered(userId: string, version: string | undefined): Promise<void> {
  await forgetAcceptances(userId);
  if (version !== undefined && termsVersion() !== null) await storeAcceptance(userId, version);
}

/** Deletes acceptances given before the address was verified, by somebody who may not be its owner. */
export async function forgetAcceptances(userId: string): Promise<void> {
  await (await models()).TermsAcceptance.destroy({ where: { userId } });
}

/** Records an acceptance in the audit log. */
export async function recordAcceptance(userId: string, version: string): Promise<void> {
  await recordEvent(userId, { action: 'account.terms', subject: userId, detail: { version } });
}

export type AcceptedTerms = { version: string; acceptedAt: string };

/** Lists the versions that an account accepted, newest first. */
export async function listAcceptances(userId: string): Promise<AcceptedTerms[]> {
  const rows = await (await models()).TermsAcceptance.findAll({
    where: { userId },
    order: [
      ['createdAt', 'DESC'],
      ['version', 'ASC'],
    ],
  });
  return rows.map(({ version, createdAt }) => ({ version, acceptedAt: new Date(Number(createdAt)).toISOString() }));
}
