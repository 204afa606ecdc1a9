import type { Migration } from '#db/migration.ts';

/** Stores the mail server's answer to an invitation that it refused for good. */
export const refusedInvitations: Migration = {
  name: '0060-refused-invitations',
  up: async ({ run }) => {
    await run('ALTER TABLE shares ADD COLUMN mail_refusal TEXT');
  },
  down: async ({ run }) => {
    await run('ALTER TABLE shares DROP COLUMN mail_refusal');
  },
};
