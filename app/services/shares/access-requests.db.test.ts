import { expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { archiveDocument } from '#app/services/documents/archive-document.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import { dismissAccessRequest, listAccessRequests } from '#app/services/shares/access-requests.ts';
import { changeShare } from '#app/services/shares/change-share.ts';
import { requestAccess } from '#app/services/shares/request-access.ts';
import { models, select } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildCast, buildShare } from '#tests/support/factories.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

const DAY_SECONDS = 24 * 3600;

async function received({ email }: Actor) {
  await awaitMails();
  return mailsTo(DATA_DIR, email);
}
const waiting = async (owner: Actor, id: string) => (await listAccessRequests(owner, id)).map(({ email }) => email);

describeOnBoth('asking for access', () => {
  test('reaches the owner by mail, in the owner’s language, and on the share page', async () => {
    const { olga, sven, document } = await buildCast();
    await (await models()).User.update({ lng: 'zh' }, { where: { id: olga.id } });
    await requestAccess(sven, document.id, 'We met on Friday.\nMay I?');
    expect(await listAccessRequests(olga, document.id)).toMatchObject([
      { email: sven.email, message: 'We met on Friday.\nMay I?', displayName: null },
    ]);
    const [mail, ...others] = await received(olga);
    expect(others).toEqual([]);
    expect(mail!.subject).toBe(`${sven.email} 申请访问「Orchard」`);
    expect(mail!.text).toContain('We met on Friday.\nMay I?');
    expect(mail!.text).toContain(`${sven.email} 申请访问「Orchard」。`);
    expect(mail!.text).not.toContain(`（${sven.email}）`);
    expect(mail!.text).toContain(`/doc/${document.id}/share`);
  });

  test('counts once a day for a person and a document, dismissed or not', async () => {
    const clock = stopClock();
    const { olga, sven, nora, document } = await buildCast();
    await requestAccess(sven, document.id, 'One');
    await requestAccess(sven, document.id, 'Two');
    clock.advance(1);
    await requestAccess(nora, document.id, '');
    expect(await received(olga)).toHaveLength(2);
    const [first] = await listAccessRequests(olga, document.id);
    expect(first!.message).toBe('One');
    await dismissAccessRequest(olga, document.id, first!.id);
    await requestAccess(sven, document.id, 'Three');
    expect(await waiting(olga, document.id)).toEqual([nora.email]);
    expect(await received(olga)).toHaveLength(2);
    clock.advance(DAY_SECONDS + 1);
    await requestAccess(sven, document.id, 'Four');
    expect(await waiting(olga, document.id)).toEqual([nora.email, sven.email]);
    expect(await received(olga)).toHaveLength(3);
  });

  test('says and costs the same whether there is a document, and mails nobody where there is none', async () => {
    const { olga, sven, document } = await buildCast();
    const queued = async () => {
      const [row] = await select<{ n: number }>('SELECT COUNT(*) AS n FROM access_requests');
      return Number(row!.n);
    };
    const before = await queued();
    await archiveDocument(olga, document.id);
    for (const id of [document.id, 'c00000000000000000000000'])
      expect(await outcomeOf(requestAccess(sven, id, ''))).toBe('ok');
    expect(await outcomeOf(requestAccess(olga, document.id, ''))).toBe('ok');
    expect(await queued()).toBe(before);
    expect(await received(olga)).toEqual([]);
  });

  test('is settled by an entry, a new one or a changed one', async () => {
    const { olga, sven, nora, document } = await buildCast();
    await requestAccess(sven, document.id, '');
    await requestAccess(nora, document.id, '');
    await buildShare({ owner: olga, document, to: sven });
    expect(await waiting(olga, document.id)).toEqual([nora.email]);
    await changeShare(olga, document.id, { userId: nora.id, permission: 'READ' });
    expect(await waiting(olga, document.id)).toEqual([]);
  });

  test('D2: only the owner sees and dismisses requests, and only those of this document', async () => {
    const { olga, edith, rhea, sven, document } = await buildCast();
    const other = await buildCast();
    await requestAccess(sven, document.id, 'Secret reason');
    const [request] = await listAccessRequests(olga, document.id);
    for (const person of [edith, rhea]) {
      expect(await outcomeOf(listAccessRequests(person, document.id))).toBe('documentAccessDenied');
      expect(await outcomeOf(dismissAccessRequest(person, document.id, request!.id))).toBe('documentAccessDenied');
    }
    expect(await outcomeOf(listAccessRequests(sven, document.id))).toBe('documentNotFound');
    await dismissAccessRequest(other.olga, other.document.id, request!.id);
    expect(await waiting(olga, document.id)).toEqual([sven.email]);
  });
});
