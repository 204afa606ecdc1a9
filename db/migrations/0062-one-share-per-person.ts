import type { Migration } from '#db/migration.ts';

/**
 * A change of address could leave two share entries of one person on a document, or one of the owner. Of two, the entry
 * that the owner made for the known account is kept, because later changes of that person's right were made there; it
 * is the one with a former address. The other was an invitation of the address that the person has now.
 */
const PLACED = `SELECT shares.id, ROW_NUMBER() OVER (
    PARTITION BY shares.document_id, shares.user_id
    ORDER BY CASE WHEN shares.email = users.email THEN 1 ELSE 0 END, shares.id
  ) AS place FROM shares JOIN users ON users.id = shares.user_id`;

/** Gives every person at most one share entry on a document. */
export const oneSharePerPerson: Migration = {
  name: '0062-one-share-per-person',
  up: async ({ run }) => {
    await run(`DELETE FROM shares WHERE user_id IS NOT NULL AND EXISTS (
      SELECT 1 FROM documents WHERE documents.id = shares.document_id AND documents.owner_id = shares.user_id)`);
    await run(`DELETE FROM shares WHERE id IN (SELECT placed.id FROM (${PLACED}) AS placed WHERE placed.place > 1)`);
    await run(`UPDATE shares SET email = (SELECT users.email FROM users WHERE users.id = shares.user_id)
      WHERE user_id IS NOT NULL
        AND email <> (SELECT users.email FROM users WHERE users.id = shares.user_id)
        AND NOT EXISTS (SELECT 1 FROM shares AS other JOIN users ON users.email = other.email
          WHERE other.document_id = shares.document_id AND users.id = shares.user_id)`);
    // On an expression, so that lookups of one person's entry keep using `shares_of_user`, which has the permission.
    await run(
      "CREATE UNIQUE INDEX shares_to_person ON shares (document_id, (user_id || '')) WHERE user_id IS NOT NULL",
    );
  },
  down: async ({ run }) => {
    await run('DROP INDEX shares_to_person');
  },
};
