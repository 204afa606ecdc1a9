import type { Migration } from '#db/migration.ts';

export const publicLinks: Migration = {
  name: '0015-public-links',
  up: async ({ run, key }) => {
    await run(`CREATE TABLE public_links (
      document_id ${key} PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
      token_hash ${key} NOT NULL UNIQUE,
      sealed TEXT NOT NULL,
      with_children INTEGER NOT NULL,
      expires_at BIGINT,
      views BIGINT NOT NULL DEFAULT 0,
      created_at BIGINT NOT NULL
    )`);
    await run(`CREATE TABLE access_requests (
      id ${key} PRIMARY KEY,
      document_id ${key} NOT NULL REFERENCES documents ON DELETE CASCADE,
      user_id ${key} NOT NULL REFERENCES users ON DELETE CASCADE,
      message TEXT NOT NULL,
      requested_at BIGINT NOT NULL,
      dismissed_at BIGINT
    )`);
    await run('CREATE UNIQUE INDEX access_requests_of_document ON access_requests (document_id, user_id)');
    await run('CREATE INDEX access_requests_of_user ON access_requests (user_id)');
    await run('ALTER TABLE shares ADD COLUMN resent_at BIGINT');
  },
  down: async ({ run }) => {
    await run('ALTER TABLE shares DROP COLUMN resent_at');
    await run('DROP TABLE access_requests');
    await run('DROP TABLE public_links');
  },
};
