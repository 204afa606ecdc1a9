import type { ProviderProfile } from '#app/adapters/oauth-request.ts';
import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import type { ProviderName } from '#app/schemas/providers.ts';
import { randomToken, sha256 } from '#app/services/crypto/secrets.ts';
import { linkProvider } from '#app/services/providers/link-provider.ts';
import { execute, models } from '#db/connection.ts';
import { acceptOpenLink, findOpenLink } from '#db/queries/grants.ts';

export const PENDING_LINK_TTL_SECONDS = 10 * 60;

type Person = Pick<ProviderProfile, 'providerName' | 'providerId'>;
/** Details of a pending link to display. */
export type OpenLink = { email: string; providerName: ProviderName; hasPassword: boolean };

/** Stores a pending link of a provider identity to an account. Returns its one-use tempId for the browser. */
export async function createPendingLink(userId: string, person: Person, remember: boolean): Promise<string> {
  const tempId = randomToken();
  const createdAt = Date.now();
  await execute('DELETE FROM pending_links WHERE expires_at < $now', { now: createdAt });
  await (await models()).PendingLink.create({
    id: sha256(tempId),
    userId,
    providerName: person.providerName,
    providerId: person.providerId,
    remember: remember ? 1 : 0,
    createdAt,
    expiresAt: createdAt + 1000 * PENDING_LINK_TTL_SECONDS,
  });
  return tempId;
}

/** Returns a pending link; null if it has expired. */
export async function findPendingLink(tempId: string): Promise<OpenLink | null> {
  const row = await findRow(tempId);
  return (
    row && {
      email: row.email,
      providerName: row.providerName,
      hasPassword: row.passwordHash !== null && config().passwordSignIn,
    }
  );
}

/** Returns the account of a pending link, to verify it. Throws `invalidTempId`. */
export async function getPendingAccount(tempId: string): Promise<{ userId: string; email: string; remember: boolean }> {
  const row = await findRow(tempId);
  if (!row) throw new AppError('invalidTempId');
  return { userId: row.userId, email: row.email, remember: row.remember === 1 };
}

async function findRow(tempId: string) {
  const [row] = await findOpenLink({ id: sha256(tempId), now: Date.now() });
  return row ?? null;
}

/**
 * Links a pending provider once its account signs in in the same browser; signing in is the proof. Returns the
 * provider, or null if none is pending for this account. Throws `accountError`.
 */
export async function acceptPendingLink(tempId: string, sessionId: string): Promise<ProviderName | null> {
  const id = sha256(tempId);
  const accepted = await acceptOpenLink({ id, sessionId, now: Date.now() });
  const link = accepted === 1 ? await (await models()).PendingLink.findByPk(id) : null;
  if (!link) return null;
  await linkProvider(link.userId, link);
  return link.providerName;
}
