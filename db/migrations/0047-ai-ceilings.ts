import type { Migration } from '#db/migration.ts';

/**
 * Monthly ceilings of the installation and of groups, and the cost of calls. Costs are billionths of the currency. The
 * new columns have defaults, so that a process of the former version can still write calls.
 */
export const aiCeilings: Migration = {
  name: '0047-ai-ceilings',
  up: async ({ run, key }) => {
    await run('ALTER TABLE ledger ADD COLUMN reserved_prompt BIGINT NOT NULL DEFAULT 0');
    await run('ALTER TABLE ledger ADD COLUMN reserved_cost BIGINT NOT NULL DEFAULT 0');
    await run('ALTER TABLE ledger ADD COLUMN cost BIGINT');
    await run("ALTER TABLE ledger ADD COLUMN ceilings TEXT NOT NULL DEFAULT '[]'");
    await run(`CREATE TABLE ai_ceilings (
      id ${key} PRIMARY KEY,
      group_id ${key} REFERENCES groups ON DELETE CASCADE,
      monthly_tokens BIGINT,
      monthly_cost BIGINT,
      month TEXT NOT NULL DEFAULT '',
      used BIGINT NOT NULL DEFAULT 0,
      reserved BIGINT NOT NULL DEFAULT 0,
      used_cost BIGINT NOT NULL DEFAULT 0,
      reserved_cost BIGINT NOT NULL DEFAULT 0
    )`);
    await run('CREATE UNIQUE INDEX ai_ceilings_of_group ON ai_ceilings (group_id)');
  },
  down: async ({ run }) => {
    await run('DROP TABLE ai_ceilings');
    for (const column of ['reserved_prompt', 'reserved_cost', 'cost', 'ceilings'])
      await run(`ALTER TABLE ledger DROP COLUMN ${column}`);
  },
};
