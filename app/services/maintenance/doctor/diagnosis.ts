/** `advice`: works, but could be improved; `broken`: does not work. */
export type State = 'ok' | 'advice' | 'broken';

/**
 * Result of one check: subject, state, and the text key `cli.doctor.<word>` with its values. For `installationForeign`
 * the key is `cli.installation.<reason>`.
 */
export type Diagnosis = { check: Subject; state: State; word: Word; values: Record<string, string | number> };
export type Subject =
  | 'environment'
  | 'data'
  | 'database'
  | 'replica'
  | 'schema'
  | 'backup'
  | 'installation'
  | 'storage'
  | 'mail'
  | 'ai'
  | 'telemetry'
  | 'disk'
  | 'versions';
export type Word =
  | 'environmentOk'
  | 'environmentWrong'
  | 'noAppUrl'
  | 'noRateLimit'
  | 'misspelt'
  | 'unknownVariable'
  | 'dataOk'
  | 'dataOpen'
  | 'dataWrong'
  | 'dataForeign'
  | 'databaseOk'
  | 'databaseWrong'
  | 'fileWrong'
  | 'databaseDamaged'
  | 'replicaOk'
  | 'replicaLate'
  | 'replicaWrong'
  | 'schemaOk'
  | 'schemaPending'
  | 'schemaNewer'
  | 'backupOk'
  | 'backupUnset'
  | 'backupOld'
  | 'backupNone'
  | 'backupAllAhead'
  | 'backupAhead'
  | 'backupFailed'
  | 'backupKilled'
  | 'installationOk'
  | 'installationForeign'
  | 'trialCopy'
  | 'storageOk'
  | 'storageWrong'
  | 'mailOk'
  | 'mailUnset'
  | 'mailWrong'
  | 'mailRefused'
  | 'mailFromUnset'
  | 'mailsLate'
  | 'aiOk'
  | 'aiUnset'
  | 'aiRefused'
  | 'aiWrong'
  | 'telemetryOk'
  | 'telemetryRefused'
  | 'telemetryWrong'
  | 'diskOk'
  | 'diskLow'
  | 'diskFull'
  | 'versionsOk';

export const diagnosis = (
  check: Subject,
  state: State,
  word: Word,
  values: Record<string, string | number> = {},
): Diagnosis => ({ check, state, word, values });

/** Returns the first line of an error's message without its period; for an aggregate, of its first error. */
export function reasonOf(error: unknown): string {
  const { errors = [], message, code } = error as { errors?: Error[]; message?: string; code?: string };
  const text = errors[0]?.message || message || code || String(error);
  return text.split('\n')[0]!.replace(/\.$/, '');
}
