import type { AuditKind } from '#app/schemas/audit-kinds.ts';
import type { Administration } from '#app/services/access/administrator.ts';
import { currentClientAddress } from '#app/services/audit/origin.ts';
import { newId } from '#app/services/new-id.ts';
import { inTransaction, models } from '#db/connection.ts';

type Act = {
  action: AuditKind;
  /** Id of the account, group or document. For invitations the address, as no account exists yet. */
  subject: string;
  /** Details for later reference, without secrets, texts or account addresses. */
  detail?: Record<string, string | number | boolean | null>;
};

/** Subject of a failed sign-in to an address without an account. */
const UNKNOWN_SUBJECT = 'unknown';

/** Adds an administrative act to the audit log. Call in the transaction of the act, so that both commit or neither. */
export async function recordAct({ actor, via }: Administration, act: Act): Promise<void> {
  await write(actor?.id ?? null, via, act);
}

/**
 * Adds a person's act on their own account or documents to the audit log. Call in its transaction. Acts outside a
 * request are recorded as `cli`.
 */
export async function recordEvent(userId: string | null, act: Act): Promise<void> {
  await write(userId, currentClientAddress() === null ? 'cli' : 'web', act);
}

/** Records a failed sign-in, in the same way for known and unknown addresses. */
export async function recordFailedSignIn(userId: string | undefined, proof: 'password' | 'code'): Promise<void> {
  await recordEvent(null, { action: 'session.fail', subject: userId ?? UNKNOWN_SUBJECT, detail: { proof } });
}

async function write(actor: string | null, via: Administration['via'], act: Act): Promise<void> {
  const { action, subject, detail = {} } = act;
  const address = currentClientAddress();
  const entry = { id: newId(), actor, action, subject, detail: JSON.stringify(detail), via, address };
  await inTransaction(async () => (await models()).AuditEntry.create({ ...entry, createdAt: Date.now() }));
}
