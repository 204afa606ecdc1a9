import { beforeAll, expect, test } from 'vitest';
import { auditQuery } from '#app/schemas/audit.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { deleteAccount } from '#app/services/administration/delete-account.ts';
import { searchAudit } from '#app/services/audit/search-audit.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import { stopClock } from '#tests/support/clock.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildUser, PASSWORD } from '#tests/support/factories.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

describeOnBoth('deleting one’s own account', () => {
  // The first account administers.
  beforeAll(async () => {
    await buildUser();
  });

  test('is in the audit log, and mails the owner until when it can be brought back', async () => {
    stopClock(new Date('2026-03-10T12:00:00Z'));
    const ada = await buildUser({ password: PASSWORD });
    const bodies = async () => (await mailsTo(DATA_DIR, ada.email)).map(({ text }) => text.replaceAll(/\s+/g, ' '));
    expect(await outcomeOf(deleteAccount(ada, 'Wrong-1234'))).toBe('passwordIncorrect');
    await awaitMails();
    expect(await bodies()).toEqual([]);
    await deleteAccount({ ...ada, lng: 'en' }, PASSWORD);
    await awaitMails();
    expect(await bodies()).toEqual([expect.stringContaining('Until April 9, 2026 an administrator can bring it back')]);
    const { items } = await searchAudit(OPERATOR, auditQuery.parse({ kind: 'account.delete', person: ada.email }));
    expect(items).toMatchObject([{ actor: ada.email, subject: ada.email }]);
  });
});
