import type { Administration } from '#app/services/access/administrator.ts';
import { newId } from '#app/services/new-id.ts';
import { inTransaction, models } from '#db/connection.ts';

/** Administrative acts on other accounts, by an administrator, the operator or the schedule. */
export type Action =
  | 'user.create'
  | 'user.suspend'
  | 'user.activate'
  | 'user.delete'
  | 'user.restore'
  | 'user.purge'
  | 'user.promote'
  | 'user.demote'
  | 'user.reset-password'
  | 'user.reset-two-factor'
  | 'user.invite'
  | 'user.uninvite'
  | 'user.storage-limit'
  | 'group.create'
  | 'group.rename'
  | 'group.delete'
  | 'group.member-add'
  | 'group.member-remove'
  | 'group.keeper-add'
  | 'group.keeper-remove'
  | 'quota.set'
  | 'quota.reset'
  | 'quota.reset-all';

type Act = {
  action: Action;
  /** The account's or group's id; for invitations the address, as no account exists yet. */
  subject: string;
  /** Further details for later reference; no secrets, no addresses of accounts. */
  detail?: Record<string, string | number | boolean | null>;
};

/** Adds an act to the audit log; call in the transaction of the act, so that both commit or neither. */
export async function recordAct({ actor, via }: Administration, { action, subject, detail = {} }: Act): Promise<void> {
  const entry = { id: newId(), actor: actor?.id ?? null, action, subject, detail: JSON.stringify(detail), via };
  await inTransaction(async () => (await models()).AuditEntry.create({ ...entry, createdAt: Date.now() }));
}
