/**
 * Treatment of each table when a part of a backup is restored. A new table must be listed here (`part.env.db.test.ts`).
 * - `document`: rows of the documents, found by a column that refers to them.
 * - `revision`, `thread`: rows that refer to a revision or thread of the documents.
 * - `account`: rows of an account that comes back.
 * - `own`: inserted by separate code.
 * - `left`: not restored. Sessions, tokens and public links may have been revoked since, as may groups and shares of
 *   other people's documents; the rest is work in progress, notifications, or this installation's own log.
 */
export const TABLES_OF_PART = {
  documents: 'own',
  document_texts: 'document',
  revisions: 'document',
  revision_writers: 'revision',
  reader_states: 'document',
  links: 'document',
  threads: 'document',
  comments: 'thread',
  watchers: 'document',
  templates: 'document',
  shares: 'own',
  files: 'own',
  users: 'own',
  identities: 'account',
  recovery_codes: 'account',
  mail_choices: 'account',
  saved_searches: 'account',
  quotas: 'account',
  terms_acceptances: 'account',
  blocks: 'own',
  access_requests: 'left',
  ai_answers: 'left',
  ai_ceilings: 'left',
  audit: 'left',
  code_guesses: 'left',
  codes: 'left',
  copies: 'left',
  declined_addresses: 'left',
  document_states: 'left',
  document_updates: 'left',
  file_texts: 'left',
  grants: 'left',
  group_keepers: 'left',
  group_members: 'left',
  groups: 'left',
  imports: 'left',
  installation: 'left',
  invitations: 'left',
  job_runs: 'left',
  kept_forms: 'left',
  ledger: 'left',
  limits: 'left',
  mail_refusals: 'left',
  mails: 'left',
  notifications: 'left',
  oauth_connections: 'left',
  pending_links: 'left',
  public_links: 'left',
  removed_comments: 'left',
  removed_files: 'left',
  sent_news: 'left',
  sessions: 'left',
  spent_states: 'left',
  takeout_documents: 'left',
  takeouts: 'left',
  tokens: 'left',
  untold_changes: 'left',
  waiting_files: 'left',
  write_probe: 'left',
} as const;

type Kind = (typeof TABLES_OF_PART)[keyof typeof TABLES_OF_PART];

/** Lists the tables of a kind, in the order in which rows are inserted. */
export const tablesOf = (kind: Kind): string[] =>
  Object.entries(TABLES_OF_PART).flatMap(([table, each]) => (each === kind ? [table] : []));
