import { OPERATOR } from '#app/services/access/administrator.ts';
import { recordAct } from '#app/services/audit/record-act.ts';

const subject = 'installation';
/** The audit log of an older schema has other columns. */
const AUDIT_SINCE = '0045-audit-events';

type Archive = { rows: number; files: number };

/** Adds a backup by hand to the audit log. */
export const recordBackup = ({ rows, files }: Archive): Promise<void> =>
  recordAct(OPERATOR, { action: 'installation.backup', subject, detail: { rows, files } });

/** Adds migrations to the audit log, if there are any, and the archive written before them. */
export async function recordMigrated(names: string[], archive: Archive | null): Promise<void> {
  if (names.length === 0) return;
  if (archive) await recordBackup(archive);
  await recordAct(OPERATOR, { action: 'installation.migrate', subject, detail: { migrations: names.join(' ') } });
}

/** Adds reverted migrations and the archive written before them to the audit log, unless its table is reverted. */
export async function recordReverted(names: string[], archive: Archive | null): Promise<void> {
  if (names.length === 0 || names.includes(AUDIT_SINCE)) return;
  if (archive) await recordBackup(archive);
  await recordAct(OPERATOR, { action: 'installation.revert', subject, detail: { migrations: names.join(' ') } });
}
