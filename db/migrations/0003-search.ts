import type { Migration } from '#db/migration.ts';

// Both store the tokens of app/services/search/tokenize.ts; neither database tokenizes itself. FTS5 stores no copy of
// the text. PostgreSQL stores the tokens beside a tsvector without positions, as these are limited to 16,383.
const UP = {
  sqlite: [
    `CREATE VIRTUAL TABLE document_index USING fts5(
      title, body, content='', contentless_delete=1,
      tokenize="unicode61 remove_diacritics 0 categories 'L* N* M* Co'"
    )`,
    `CREATE TABLE document_index_ids (
      id INTEGER PRIMARY KEY,
      document_id TEXT NOT NULL UNIQUE REFERENCES documents ON DELETE CASCADE
    )`,
    `CREATE TRIGGER document_index_removed AFTER DELETE ON document_index_ids BEGIN
      DELETE FROM document_index WHERE rowid = old.id;
    END`,
  ],
  postgres: [
    `CREATE TABLE document_index (
      document_id TEXT COLLATE "C" PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
      title_tokens TEXT NOT NULL,
      body_tokens TEXT NOT NULL,
      lexemes TSVECTOR NOT NULL
    )`,
    'CREATE INDEX document_index_lexemes ON document_index USING GIN (lexemes)',
  ],
};
const DOWN = {
  sqlite: ['DROP TABLE document_index_ids', 'DROP TABLE document_index'],
  postgres: ['DROP TABLE document_index'],
};

export const search: Migration = {
  name: '0003-search',
  up: async ({ run, dialect }) => {
    for (const statement of UP[dialect]) await run(statement);
  },
  down: async ({ run, dialect }) => {
    for (const statement of DOWN[dialect]) await run(statement);
  },
};
