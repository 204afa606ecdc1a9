import type { ProviderProfile } from '#app/adapters/oauth-request.ts';
import { AppError } from '#app/errors.ts';
import type { ProviderName } from '#app/schemas/providers.ts';
import { hashToken, randomToken } from '#app/services/crypto/secrets.ts';
import { linkProvider } from '#app/services/providers/link-provider.ts';
import { execute, models, select } from '#db/connection.ts';

export const PENDING_LINK_TTL_SECONDS = 10 * 60;

type Person = Pick<ProviderProfile, 'providerName' | 'providerId'>;
/** The details of a pending link that its page may show. */
export type OpenLink = { email: string; providerName: ProviderName; hasPassword: boolean };
type LinkRow = {
  userId: string;
  email: string;
  providerName: ProviderName;
  passwordHash: string | null;
  remember: number;
};

/** Stores a pending link of a provider identity to an account; returns the one-use tempId for the browser. */
export async function createPendingLink(userId: string, person: Person, remember: boolean): Promise<string> {
  const tempId = randomToken();
  const createdAt = Date.now();
  await execute('DELETE FROM pending_links WHERE expires_at < $now', { now: createdAt });
  await (await models()).PendingLink.create({
    id: hashToken(tempId),
    userId,
    providerName: person.providerName,
    providerId: person.providerId,
    remember: remember ? 1 : 0,
    createdAt,
    expiresAt: createdAt + 1000 * PENDING_LINK_TTL_SECONDS,
  });
  return tempId;
}

/** Returns a pending link until it expires. */
export async function findPendingLink(tempId: string): Promise<OpenLink | null> {
  const row = await findRow(tempId);
  return row && { email: row.email, providerName: row.providerName, hasPassword: row.passwordHash !== null };
}

/** Returns the account of a pending link, for proving it. Throws `invalidTempId`. */
export async function getPendingAccount(tempId: string): Promise<{ userId: string; email: string; remember: boolean }> {
  const row = await findRow(tempId);
  if (!row) throw new AppError('invalidTempId');
  return { userId: row.userId, email: row.email, remember: row.remember === 1 };
}

async function findRow(tempId: string): Promise<LinkRow | null> {
  const [row] = await select<LinkRow>(
    `SELECT users.id AS "userId", users.email, users.password_hash AS "passwordHash", pending_links.remember,
       pending_links.provider_name AS "providerName"
     FROM pending_links JOIN users ON users.id = pending_links.user_id
     WHERE pending_links.id = $id AND used_at IS NULL AND expires_at > $now AND users.status = 'ACTIVE'`,
    { id: hashToken(tempId), now: Date.now() },
  );
  return row ?? null;
}

/**
 * Completes a pending link after its account has signed in in the same browser, which is the proof. Returns the
 * provider, or null if none is pending for this account. Throws `accountError`.
 */
export async function acceptPendingLink(tempId: string, sessionId: string): Promise<ProviderName | null> {
  const id = hashToken(tempId);
  const accepted = await execute(
    `UPDATE pending_links SET used_at = $now
     WHERE id = $id AND used_at IS NULL AND expires_at > $now
       AND user_id = (SELECT user_id FROM sessions WHERE id = $sessionId AND ended_at IS NULL)`,
    { id, sessionId, now: Date.now() },
  );
  const link = accepted === 1 ? await (await models()).PendingLink.findByPk(id) : null;
  if (!link) return null;
  await linkProvider(link.userId, link);
  return link.providerName;
}
