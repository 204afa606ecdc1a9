import type { Migration } from '#db/migration.ts';

/** Adds an index by which notifications that were read long ago are found for their removal. */
export const readNotifications: Migration = {
  name: '0065-read-notifications',
  up: async ({ run }) => {
    await run('CREATE INDEX notifications_read ON notifications (read_at) WHERE read_at IS NOT NULL');
  },
  down: async ({ run }) => {
    await run('DROP INDEX notifications_read');
  },
};
