import type { Migration } from '#db/migration.ts';

/** The ledger stores ids of accounts and documents without foreign keys: it outlives both. */
export const quotas: Migration = {
  name: '0014-quotas',
  up: async ({ run, key }) => {
    await run(`CREATE TABLE quotas (
      user_id ${key} PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      monthly_limit BIGINT,
      month TEXT NOT NULL DEFAULT '',
      used BIGINT NOT NULL DEFAULT 0,
      reserved BIGINT NOT NULL DEFAULT 0,
      granted BIGINT NOT NULL DEFAULT 0,
      reset_at BIGINT
    )`);
    await run(`CREATE TABLE ledger (
      id ${key} PRIMARY KEY,
      request_id ${key} NOT NULL UNIQUE,
      user_id ${key} NOT NULL,
      document_id ${key},
      feature TEXT NOT NULL,
      model TEXT NOT NULL,
      reserved BIGINT NOT NULL,
      prompt_tokens BIGINT NOT NULL DEFAULT 0,
      completion_tokens BIGINT NOT NULL DEFAULT 0,
      estimated INTEGER NOT NULL DEFAULT 0,
      status TEXT NOT NULL CHECK (status IN ('open', 'done', 'failed', 'aborted', 'lapsed')),
      started_at BIGINT NOT NULL,
      duration_ms BIGINT,
      lease_until BIGINT
    )`);
    await run('CREATE INDEX ledger_by_time ON ledger (started_at, user_id)');
    await run("CREATE INDEX ledger_open ON ledger (user_id, lease_until) WHERE status = 'open'");
  },
  down: async ({ run }) => {
    for (const table of ['ledger', 'quotas']) await run(`DROP TABLE ${table}`);
  },
};
