import type { Migration } from '#db/migration.ts';

/** Adds an index for the pages of unread notifications, whose number has no limit. */
export const unreadByTime: Migration = {
  name: '0046-unread-by-time',
  up: async ({ run }) => {
    await run(`CREATE INDEX notifications_unread_by_time ON notifications (user_id, created_at)
      WHERE read_at IS NULL`);
  },
  down: async ({ run }) => {
    await run('DROP INDEX notifications_unread_by_time');
  },
};
