import type { Migration } from '#db/migration.ts';

/**
 * Adds the kind of the act for which a notification is mailed: a thread with an unread mention stays a mention in the
 * inbox, but may be mailed for its comments.
 */
export const mailKind: Migration = {
  name: '0063-mail-kind',
  up: async ({ run }) => {
    await run('ALTER TABLE notifications ADD COLUMN mail_kind TEXT');
  },
  down: async ({ run }) => {
    await run('ALTER TABLE notifications DROP COLUMN mail_kind');
  },
};
