import type { Migration } from '#db/migration.ts';

/** Adds mail settings by kind, notifications waiting for a mail, sent mails, and changes not announced yet. */
export const notificationMails: Migration = {
  name: '0031-notification-mails',
  up: async ({ run, key }) => {
    await run('ALTER TABLE users ADD COLUMN time_zone TEXT');
    await run(`CREATE TABLE mail_choices (
      user_id ${key} NOT NULL REFERENCES users ON DELETE CASCADE,
      kind ${key} NOT NULL,
      timing TEXT NOT NULL CHECK (timing IN ('now', 'daily', 'off')),
      PRIMARY KEY (user_id, kind)
    )`);
    await run('ALTER TABLE notifications ADD COLUMN mail_due_at BIGINT');
    await run('ALTER TABLE notifications ADD COLUMN mail_is_daily INTEGER NOT NULL DEFAULT 0');
    await run('ALTER TABLE notifications ADD COLUMN mail_since BIGINT');
    await run(`CREATE INDEX notifications_to_mail ON notifications (mail_due_at, user_id)
      WHERE mail_due_at IS NOT NULL AND read_at IS NULL`);
    await run(`CREATE TABLE sent_news (
      id ${key} PRIMARY KEY,
      user_id ${key} NOT NULL REFERENCES users ON DELETE CASCADE,
      document_id ${key},
      sent_at BIGINT NOT NULL
    )`);
    await run('CREATE INDEX sent_news_of_user ON sent_news (user_id, sent_at)');
    await run('CREATE INDEX sent_news_by_time ON sent_news (sent_at)');
    await run(`CREATE TABLE untold_changes (
      id ${key} PRIMARY KEY,
      document_id ${key} NOT NULL REFERENCES documents ON DELETE CASCADE,
      authors TEXT NOT NULL,
      mentioned TEXT NOT NULL,
      created_at BIGINT NOT NULL
    )`);
    await run('CREATE INDEX untold_changes_by_time ON untold_changes (created_at)');
    await run('CREATE INDEX untold_changes_of_document ON untold_changes (document_id)');
  },
  down: async ({ run }) => {
    for (const table of ['untold_changes', 'sent_news', 'mail_choices']) await run(`DROP TABLE ${table}`);
    await run('DROP INDEX notifications_to_mail');
    for (const column of ['mail_due_at', 'mail_is_daily', 'mail_since'])
      await run(`ALTER TABLE notifications DROP COLUMN ${column}`);
    await run('ALTER TABLE users DROP COLUMN time_zone');
  },
};
