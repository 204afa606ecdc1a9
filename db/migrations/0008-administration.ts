import type { Migration } from '#db/migration.ts';

export const administration: Migration = {
  name: '0008-administration',
  up: async ({ run, key }) => {
    await run('ALTER TABLE users ADD COLUMN deleted_at BIGINT');
    await run("UPDATE users SET deleted_at = updated_at WHERE status = 'DELETED'");
    await run('CREATE INDEX users_deleted ON users (deleted_at) WHERE deleted_at IS NOT NULL');
    await run(`CREATE TABLE invitations (
      email ${key} PRIMARY KEY,
      invited_by ${key} REFERENCES users ON DELETE SET NULL,
      created_at BIGINT NOT NULL
    )`);
    // No foreign key to users: the audit trail outlives accounts.
    await run(`CREATE TABLE audit (
      id ${key} PRIMARY KEY,
      actor ${key},
      action TEXT NOT NULL,
      subject ${key} NOT NULL,
      detail TEXT NOT NULL,
      via TEXT NOT NULL,
      created_at BIGINT NOT NULL
    )`);
    await run('CREATE INDEX audit_newest ON audit (created_at, id)');
    await run(`CREATE TABLE job_runs (
      name ${key} PRIMARY KEY,
      started_at BIGINT NOT NULL
    )`);
  },
  down: async ({ run }) => {
    for (const table of ['job_runs', 'audit', 'invitations']) await run(`DROP TABLE ${table}`);
    await run('DROP INDEX users_deleted');
    await run('ALTER TABLE users DROP COLUMN deleted_at');
  },
};
