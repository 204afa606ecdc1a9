import type { Migration } from '#db/migration.ts';

/** Stores answers of the AI pages for a week, so that a reload costs no tokens. */
export const aiAnswers: Migration = {
  name: '0034-ai-answers',
  up: async ({ run, key }) => {
    await run(`CREATE TABLE ai_answers (
      id ${key} PRIMARY KEY,
      user_id ${key} NOT NULL REFERENCES users ON DELETE CASCADE,
      document_id ${key} REFERENCES documents ON DELETE CASCADE,
      asked TEXT NOT NULL,
      answer TEXT NOT NULL,
      version INTEGER,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL
    )`);
    await run('CREATE INDEX ai_answers_of_user ON ai_answers (user_id, created_at)');
    await run('CREATE INDEX ai_answers_of_document ON ai_answers (document_id)');
    await run('CREATE INDEX ai_answers_expiring ON ai_answers (expires_at)');
  },
  down: async ({ run }) => {
    await run('DROP TABLE ai_answers');
  },
};
