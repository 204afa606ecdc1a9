import type { Migration } from '#db/migration.ts';

/**
 * Adds fields of the search index and a trigram index of all words. `index_version` 0 queues every text for
 * `app/jobs/renew-index.ts`. An FTS5 table cannot get new columns, so SQLite finds documents again only after they are
 * re-indexed.
 */
const UP = {
  sqlite: [
    'DROP TABLE document_index',
    `CREATE VIRTUAL TABLE document_index USING fts5(
      title, body, written, files, content='', contentless_delete=1,
      tokenize="unicode61 remove_diacritics 0 categories 'L* N* M* Co'"
    )`,
    `CREATE TABLE document_index_tokens (
      id INTEGER PRIMARY KEY REFERENCES document_index_ids ON DELETE CASCADE,
      title TEXT NOT NULL,
      headings TEXT NOT NULL,
      body TEXT NOT NULL,
      written TEXT NOT NULL,
      files TEXT NOT NULL
    )`,
    `CREATE TABLE document_index_words (
      trigram TEXT NOT NULL,
      word TEXT NOT NULL,
      PRIMARY KEY (trigram, word)
    ) WITHOUT ROWID`,
  ],
  postgres: [
    `ALTER TABLE document_index ADD COLUMN heading_tokens TEXT NOT NULL DEFAULT '',
      ADD COLUMN written_tokens TEXT NOT NULL DEFAULT '', ADD COLUMN file_tokens TEXT NOT NULL DEFAULT '',
      ADD COLUMN too_long INTEGER NOT NULL DEFAULT 0`,
    `CREATE TABLE document_index_words (
      trigram TEXT COLLATE "C" NOT NULL,
      word TEXT COLLATE "C" NOT NULL,
      PRIMARY KEY (trigram, word)
    )`,
  ],
};
const DOWN = {
  sqlite: [
    'DROP TABLE document_index_words',
    'DROP TABLE document_index_tokens',
    'DROP TABLE document_index',
    `CREATE VIRTUAL TABLE document_index USING fts5(
      title, body, content='', contentless_delete=1,
      tokenize="unicode61 remove_diacritics 0 categories 'L* N* M* Co'"
    )`,
  ],
  postgres: [
    'DROP TABLE document_index_words',
    `ALTER TABLE document_index DROP COLUMN heading_tokens, DROP COLUMN written_tokens, DROP COLUMN file_tokens,
      DROP COLUMN too_long`,
  ],
};

export const searchFields: Migration = {
  name: '0032-search-fields',
  up: async ({ run, dialect }) => {
    for (const statement of UP[dialect]) await run(statement);
    await run('ALTER TABLE document_texts ADD COLUMN index_version INTEGER NOT NULL DEFAULT 0');
    await run('CREATE INDEX document_texts_indexed ON document_texts (index_version)');
  },
  down: async ({ run, dialect }) => {
    await run('DROP INDEX document_texts_indexed');
    await run('ALTER TABLE document_texts DROP COLUMN index_version');
    for (const statement of DOWN[dialect]) await run(statement);
  },
};
