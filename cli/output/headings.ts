import type { TFunction } from 'i18next';
import { translator } from '#app/i18n/translations.ts';
import { languageOf } from '#cli/language.ts';
import { readableInstant } from '#cli/output/instants.ts';
import type { Row } from '#cli/output/printable.ts';

/** Fields of JSON that tables show under a heading of the language. */
const FIELDS = [
  'account',
  'accounts',
  'ai_answers',
  'already',
  'archived',
  'audit',
  'code_guesses',
  'codes',
  'createdAt',
  'documents',
  'email',
  'expiresAt',
  'faults',
  'file',
  'files',
  'folder',
  'foreign',
  'grants',
  'id',
  'importId',
  'imports',
  'kept',
  'kept_forms',
  'level',
  'limit',
  'limits',
  'looseFiles',
  'lost',
  'mails',
  'missing',
  'moved',
  'name',
  'notTaken',
  'notifications',
  'orphaned',
  'owner',
  'path',
  'pending_links',
  'removed',
  'removed_comments',
  'rendered',
  'revisions',
  'rows',
  'seconds',
  'secret',
  'sent_news',
  'sessions',
  'shares',
  'spent_states',
  'state',
  'stray',
  'tables',
  'takeouts',
  'title',
  'to',
  'tokens',
  'unconfirmed',
  'until',
  'used',
  'who',
] as const;
type Field = (typeof FIELDS)[number];
const isField = (name: string): name is Field => (FIELDS as readonly string[]).includes(name);

/** Fields with an ISO instant. */
const INSTANTS = ['createdAt', 'expiresAt', 'until'] as const;
/** Words of fields with few values. */
const STATES = ['executed', 'pending', 'unknown', 'reverted'] as const;
const SECRETS = ['restored', 'same', 'other'] as const;

/** Returns rows for a table: known fields under their headings, and their words, in the language of the terminal. */
export function withHeadings(rows: Row[]): Row[] {
  const t = translator(languageOf(process.argv, process.env));
  const headed = ([name, value]: [string, Row[string]]): [string, Row[string]] =>
    isField(name) ? [t(`cli.headings.${name}`), wordOf(name, value, t)] : [name, value];
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(headed)));
}

function wordOf(field: Field, value: Row[string], t: TFunction): Row[string] {
  if (INSTANTS.some((each) => each === field) && typeof value === 'string') return readableInstant(value);
  if (field === 'account') return t(value ? 'cli.accounts.back' : 'cli.accounts.here');
  if (typeof value === 'boolean') return t(value ? 'cli.words.yes' : 'cli.words.no');
  const state = field === 'state' ? STATES.find((each) => each === value) : undefined;
  if (state) return t(`cli.states.${state}`);
  const secret = field === 'secret' ? SECRETS.find((each) => each === value) : undefined;
  return secret ? t(`cli.secrets.${secret}`) : value;
}
