import type { Migration } from '#db/migration.ts';

/** Adds an index by which the latest acts of some kinds are found without reading the sign-ins between them. */
export const auditByAction: Migration = {
  name: '0064-audit-by-action',
  up: async ({ run }) => {
    await run('CREATE INDEX audit_action ON audit (action, created_at)');
  },
  down: async ({ run }) => {
    await run('DROP INDEX audit_action');
  },
};
