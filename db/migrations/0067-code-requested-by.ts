import type { Migration } from '#db/migration.ts';

/** Adds the account that requested a code for its new address. Earlier codes of this type are void. */
export const codeRequestedBy: Migration = {
  name: '0067-code-requested-by',
  up: async ({ run }) => {
    await run('ALTER TABLE codes ADD COLUMN requested_by TEXT');
    await run('CREATE INDEX codes_requested ON codes (requested_by) WHERE requested_by IS NOT NULL');
  },
  down: async ({ run }) => {
    await run('DROP INDEX codes_requested');
    await run('ALTER TABLE codes DROP COLUMN requested_by');
  },
};
