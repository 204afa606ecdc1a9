/** `advice` works, and would work better; `broken` does not work. */
export type State = 'ok' | 'advice' | 'broken';

/** What was looked at, how it is, and which words say so: `cli.doctor.<word>`, with what they are about. */
export type Diagnosis = { check: Subject; state: State; word: Word; values: Record<string, string | number> };
export type Subject = 'environment' | 'data' | 'database' | 'schema' | 'storage' | 'mail' | 'ai' | 'disk' | 'versions';
export type Word =
  | 'environmentOk'
  | 'environmentWrong'
  | 'noAppUrl'
  | 'noRateLimit'
  | 'dataOk'
  | 'dataOpen'
  | 'dataWrong'
  | 'databaseOk'
  | 'databaseWrong'
  | 'schemaOk'
  | 'schemaPending'
  | 'storageOk'
  | 'storageWrong'
  | 'mailOk'
  | 'mailUnset'
  | 'mailWrong'
  | 'aiOk'
  | 'aiUnset'
  | 'aiRefused'
  | 'aiWrong'
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

/** What an error says in one line; of several that were gathered the first. */
export function reasonOf(error: unknown): string {
  const { errors = [], message, code } = error as { errors?: Error[]; message?: string; code?: string };
  const text = errors[0]?.message || message || code || String(error);
  return text.split('\n')[0]!;
}
