import { expect, test } from 'vitest';
import { getDocument } from '#app/services/documents/get-document.ts';
import { listShared } from '#app/services/documents/home-lists.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import { searchDocuments } from '#app/services/search/search-documents.ts';
import { blockPerson, listBlocked, unblockPerson } from '#app/services/shares/block-person.ts';
import { listShares } from '#app/services/shares/list-shares.ts';
import { shareDocument } from '#app/services/shares/share-document.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser, newEmail } from '#tests/support/factories.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

process.env.RATE_LIMIT = 'on';
const first = { page: 1, limit: 10 };

describeOnBoth('strangers who share', () => {
  test('S9: what a blocked person shares disappears, now and later, and comes back; they are not told', async () => {
    const [stranger, olga] = [await buildUser(), await buildUser()];
    const document = await buildDocument({ owner: stranger, title: 'Spam', content: 'pills' });
    const below = await buildDocument({ owner: stranger, parent: document, title: 'More spam' });
    await buildShare({ owner: stranger, document, to: olga });
    await blockPerson(olga, stranger.email);
    const later = await buildDocument({ owner: stranger, title: 'Later' });
    await shareDocument(stranger, later.id, { email: olga.email, permission: 'READ' });
    await awaitMails();
    expect(await mailsTo(DATA_DIR, olga.email)).toHaveLength(1);
    for (const { id } of [document, below, later]) {
      expect(await outcomeOf(getDocument(olga, id))).toBe('documentNotFound');
    }
    expect((await listShared(olga, first)).items).toEqual([]);
    expect((await searchDocuments(olga, { keyword: 'pills', ...first })).total).toBe(0);
    expect(await listShares(stranger, later.id)).toMatchObject([{ email: olga.email, userId: olga.id }]);
    expect(await listBlocked(olga)).toMatchObject([{ email: stranger.email }]);
    await unblockPerson(olga, stranger.email);
    expect((await listShared(olga, first)).items).toHaveLength(2);
  });

  test('S9: fifty new people a day are the most, and people one has shared with before are none', async () => {
    const owner = await buildUser();
    const document = await buildDocument({ owner });
    const emails = Array.from({ length: 51 }, () => newEmail());
    for (const email of emails) await buildUser({ email });
    const share = (id: string, email: string) => outcomeOf(shareDocument(owner, id, { email, permission: 'READ' }));
    for (const email of emails.slice(0, 50)) expect(await share(document.id, email)).toBe('ok');
    expect(await share(document.id, emails[50]!)).toBe('requestTooFrequent');
    const other = await buildDocument({ owner });
    expect(await share(other.id, emails[0]!)).toBe('ok');
  });
});
