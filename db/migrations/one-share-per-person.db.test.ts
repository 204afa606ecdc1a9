import { expect, test } from 'vitest';
import { execute, select } from '#db/connection.ts';
import { migrate, migrateDown } from '#db/migrate.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser, newEmail } from '#tests/support/factories.ts';

describeOnBoth('the migration to one share entry of a person', () => {
  test('keeps the entry made for the account with its address of now, and none for the owner', async () => {
    const [olga, ada, rhea] = [await buildUser(), await buildUser(), await buildUser()];
    const document = await buildDocument({ owner: olga });
    await buildShare({ owner: olga, document, to: rhea });
    await migrateDown('0062-one-share-per-person');
    const share = (email: string, userId: string, permission: string) =>
      execute(
        `INSERT INTO shares (document_id, email, user_id, permission, created_at, updated_at)
         VALUES ($id, $email, $userId, $permission, 1, 1)`,
        { id: document.id, email, userId, permission },
      );
    await share(ada.email, ada.id, 'EDIT');
    await share(newEmail('former'), ada.id, 'NONE');
    await share(newEmail('future'), olga.id, 'EDIT');
    expect(await migrate()).toContain('0062-one-share-per-person');
    const left =
      'SELECT email, user_id AS "userId", permission FROM shares WHERE document_id = $id ORDER BY permission';
    expect(await select(left, { id: document.id })).toEqual([
      { email: ada.email, userId: ada.id, permission: 'NONE' },
      { email: rhea.email, userId: rhea.id, permission: 'READ' },
    ]);
  });
});
