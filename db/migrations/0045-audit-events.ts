import type { Migration } from '#db/migration.ts';

/** Adds the client address of audited events, and indexes for the filters of the audit log. */
export const auditEvents: Migration = {
  name: '0045-audit-events',
  up: async ({ run }) => {
    await run('ALTER TABLE audit ADD COLUMN address TEXT');
    await run('CREATE INDEX audit_actor ON audit (actor, created_at)');
    await run('CREATE INDEX audit_subject ON audit (subject, created_at)');
  },
  down: async ({ run }) => {
    await run('DROP INDEX audit_subject');
    await run('DROP INDEX audit_actor');
    await run('ALTER TABLE audit DROP COLUMN address');
  },
};
