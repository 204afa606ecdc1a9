import type { Migration } from '#db/migration.ts';

export const accounts: Migration = {
  name: '0001-accounts',
  up: async ({ run, key }) => {
    await run(`CREATE TABLE users (
      id ${key} PRIMARY KEY,
      email ${key} NOT NULL UNIQUE,
      password_hash TEXT,
      status TEXT NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'SUSPENDED', 'DELETED')),
      role TEXT NOT NULL DEFAULT 'USER' CHECK (role IN ('USER', 'ADMIN')),
      display_name TEXT,
      username ${key} UNIQUE,
      image_url TEXT,
      lng TEXT,
      registration_hash TEXT,
      verified_at BIGINT,
      created_at BIGINT NOT NULL,
      updated_at BIGINT NOT NULL
    )`);
    await run(`CREATE TABLE sessions (
      id ${key} PRIMARY KEY,
      user_id ${key} NOT NULL REFERENCES users ON DELETE CASCADE,
      salt TEXT NOT NULL,
      generation INTEGER NOT NULL DEFAULT 0,
      rotated_at BIGINT NOT NULL,
      remember INTEGER NOT NULL DEFAULT 0,
      user_agent TEXT,
      created_at BIGINT NOT NULL,
      last_seen_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      ended_at BIGINT
    )`);
    await run('CREATE INDEX sessions_by_user ON sessions (user_id)');
    await run(`CREATE TABLE codes (
      id ${key} PRIMARY KEY,
      email ${key} NOT NULL,
      type TEXT NOT NULL,
      code_hash TEXT NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      used_at BIGINT
    )`);
    await run('CREATE UNIQUE INDEX codes_live ON codes (email, type)');
    await run(`CREATE TABLE code_guesses (
      email ${key} PRIMARY KEY,
      guesses INTEGER NOT NULL,
      since BIGINT NOT NULL
    )`);
    await run(`CREATE TABLE grants (
      id ${key} PRIMARY KEY,
      purpose TEXT NOT NULL,
      user_id ${key} NOT NULL REFERENCES users ON DELETE CASCADE,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      used_at BIGINT
    )`);
    await run(`CREATE TABLE kept_forms (
      id ${key} PRIMARY KEY,
      user_id ${key} NOT NULL REFERENCES users ON DELETE CASCADE,
      path TEXT NOT NULL,
      fields TEXT NOT NULL,
      created_at BIGINT NOT NULL
    )`);
  },
  down: async ({ run }) => {
    for (const table of ['kept_forms', 'grants', 'code_guesses', 'codes', 'sessions', 'users'])
      await run(`DROP TABLE ${table}`);
  },
};
