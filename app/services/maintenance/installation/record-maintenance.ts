import { OPERATOR } from '#app/services/access/administrator.ts';
import { recordAct } from '#app/services/audit/record-act.ts';

const subject = 'installation';
/** The audit log of an older schema has other columns. */
const AUDIT_SINCE = '0045-audit-events';

/** Adds a backup by hand to the audit log. */
export const recordBackup = (detail: { rows: number; files: number }): Promise<void> =>
  recordAct(OPERATOR, { action: 'installation.backup', subject, detail });

/** Adds migrations to the audit log, if there are any. */
export async function recordMigrated(names: string[]): Promise<void> {
  if (names.length === 0) return;
  await recordAct(OPERATOR, { action: 'installation.migrate', subject, detail: { migrations: names.join(' ') } });
}

/** Adds reverted migrations to the audit log, unless its table is among them. */
export async function recordReverted(names: string[]): Promise<void> {
  if (names.length === 0 || names.includes(AUDIT_SINCE)) return;
  await recordAct(OPERATOR, { action: 'installation.revert', subject, detail: { migrations: names.join(' ') } });
}
