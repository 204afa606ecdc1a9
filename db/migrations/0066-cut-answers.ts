import type { Migration } from '#db/migration.ts';

/** Adds what is missing in a stored AI answer, and the month that an AI call is charged to. */
export const cutAnswers: Migration = {
  name: '0066-cut-answers',
  up: async ({ run }) => {
    await run('ALTER TABLE ai_answers ADD COLUMN cut TEXT');
    await run('ALTER TABLE ledger ADD COLUMN month TEXT');
  },
  down: async ({ run }) => {
    await run('ALTER TABLE ledger DROP COLUMN month');
    await run('ALTER TABLE ai_answers DROP COLUMN cut');
  },
};
