import type { ProviderName } from '#app/schemas/providers.ts';
import type { Administration } from '#app/services/access/administrator.ts';
import { hasSecondFactor } from '#app/services/accounts/account-details.ts';
import { findIdentities } from '#app/services/accounts/find-identities.ts';
import { getAccounts } from '#app/services/accounts/get-accounts.ts';
import type { UserEntry } from '#app/services/accounts/user-entry.ts';
import { getStorageUse } from '#app/services/files/storage-use.ts';
import { getQuota, type QuotaDetail } from '#app/services/quotas/get-quota.ts';
import { listSessions } from '#app/services/sessions/list-sessions.ts';
import { type AcceptedTerms, listAcceptances } from '#app/services/terms/accept-terms.ts';
import { models } from '#db/connection.ts';

export type AccountReport = UserEntry & {
  hasPassword: boolean;
  twoFactor: boolean;
  providers: ProviderName[];
  /** ISO 8601; the newest sign-in in the sessions or the audit log. Null if neither has one. */
  lastSignInAt: string | null;
  sessions: number;
  /** Accepted versions of the terms, newest first. */
  terms: AcceptedTerms[];
  /** Number of access tokens, including expired ones. */
  tokens: number;
  /** Bytes, including unconfirmed uploads. */
  storageUsed: number;
  /** The AI allowance of the current month. */
  quota: QuotaDetail;
};

/** Describes one account, named by id or address. Throws `permissionDenied`, `userNotFound`. */
export async function describeAccount(by: Administration, name: string): Promise<AccountReport> {
  const [account] = await getAccounts(by, [name]);
  const { id } = account!;
  const { Token, User } = await models();
  const user = (await User.findByPk(id))!;
  return {
    ...account!,
    hasPassword: user.passwordHash !== null,
    twoFactor: hasSecondFactor(user),
    providers: (await findIdentities(id)).map(({ providerName }) => providerName),
    lastSignInAt: await lastSignIn(id),
    terms: await listAcceptances(id),
    sessions: (await listSessions({ id })).length,
    tokens: await Token.count({ where: { userId: id } }),
    storageUsed: (await getStorageUse(id)).used,
    quota: await getQuota(id),
  };
}

/** Returns the newest known sign-in. Expired sessions are deleted, and audited events after `AUDIT_DAYS`. */
async function lastSignIn(userId: string): Promise<string | null> {
  const { AuditEntry, Session } = await models();
  const newest = [['createdAt', 'DESC']] as [string, string][];
  const session = await Session.findOne({ where: { userId }, order: newest });
  const event = await AuditEntry.findOne({ where: { subject: userId, action: 'session.start' }, order: newest });
  const at = Math.max(session?.createdAt ?? 0, event?.createdAt ?? 0);
  return at === 0 ? null : new Date(at).toISOString();
}
