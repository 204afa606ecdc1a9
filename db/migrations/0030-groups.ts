import type { Migration, MigrationContext } from '#db/migration.ts';

/** The built-in group. It has no rows in `group_members`, as it contains all verified, active accounts. */
const EVERYONE = 'ceveryone000000000000000';

/** Adds groups of people, their keepers, and shares for a group instead of an address. */
export const groups: Migration = {
  name: '0030-groups',
  up: async (context) => {
    const { run, key } = context;
    await run(`CREATE TABLE groups (
      id ${key} PRIMARY KEY,
      name TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      updated_at BIGINT NOT NULL
    )`);
    for (const table of ['group_members', 'group_keepers']) {
      await run(`CREATE TABLE ${table} (
        group_id ${key} NOT NULL REFERENCES groups ON DELETE CASCADE,
        user_id ${key} NOT NULL REFERENCES users ON DELETE CASCADE,
        created_at BIGINT NOT NULL,
        PRIMARY KEY (group_id, user_id)
      )`);
      await run(`CREATE INDEX ${table}_of_user ON ${table} (user_id)`);
    }
    await run(`INSERT INTO groups (id, name, created_at, updated_at) VALUES ('${EVERYONE}', 'everyone', 0, 0)`);
    if (context.dialect === 'sqlite') await rebuildShares(context, true);
    else {
      await run(`ALTER TABLE shares ADD COLUMN group_id ${key} REFERENCES groups ON DELETE CASCADE`);
      await run('ALTER TABLE shares ALTER COLUMN email DROP NOT NULL');
    }
    await run('CREATE UNIQUE INDEX shares_to_group ON shares (document_id, group_id) WHERE group_id IS NOT NULL');
    await run('CREATE INDEX shares_of_group ON shares (group_id, document_id, permission) WHERE group_id IS NOT NULL');
  },
  down: async (context) => {
    const { run } = context;
    await run('DELETE FROM shares WHERE group_id IS NOT NULL');
    if (context.dialect === 'sqlite') await rebuildShares(context, false);
    else {
      await run('ALTER TABLE shares DROP COLUMN group_id');
      await run('ALTER TABLE shares ALTER COLUMN email SET NOT NULL');
    }
    for (const table of ['group_keepers', 'group_members', 'groups']) await run(`DROP TABLE ${table}`);
  },
};

const KEPT = 'id, document_id, email, user_id, permission, created_at, updated_at, resent_at';

/** SQLite cannot change a column's NOT NULL, so the table is rebuilt. Its id counter is kept. */
async function rebuildShares({ run, key, serial }: MigrationContext, hasGroups: boolean): Promise<void> {
  await run(`CREATE TABLE shares_anew (
    id ${serial},
    document_id ${key} NOT NULL REFERENCES documents ON DELETE CASCADE,
    email ${key} ${hasGroups ? '' : 'NOT NULL'},
    user_id ${key} REFERENCES users ON DELETE CASCADE,
    permission TEXT NOT NULL CHECK (permission IN ('EDIT', 'READ', 'NONE')),
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    resent_at BIGINT
    ${hasGroups ? `, group_id ${key} REFERENCES groups ON DELETE CASCADE` : ''}
  )`);
  await run(`INSERT INTO shares_anew (${KEPT}) SELECT ${KEPT} FROM shares`);
  await run("DELETE FROM sqlite_sequence WHERE name = 'shares_anew'");
  await run("INSERT INTO sqlite_sequence SELECT 'shares_anew', seq FROM sqlite_sequence WHERE name = 'shares'");
  await run('DROP TABLE shares');
  await run('ALTER TABLE shares_anew RENAME TO shares');
  await run('CREATE UNIQUE INDEX shares_of_document ON shares (document_id, email)');
  await run('CREATE INDEX shares_of_user ON shares (user_id, document_id, permission)');
  await run('CREATE INDEX shares_invited ON shares (email) WHERE user_id IS NULL');
  await run('CREATE INDEX shares_lately ON shares (user_id, created_at)');
}
