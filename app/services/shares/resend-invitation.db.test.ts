import { expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import { resendInvitation } from '#app/services/shares/resend-invitation.ts';
import { stopClock } from '#tests/support/clock.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildCast, buildShare, newEmail } from '#tests/support/factories.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { outcomeOf, tally } from '#tests/support/outcome.ts';

async function received(email: string) {
  await awaitMails();
  return mailsTo(DATA_DIR, email);
}

describeOnBoth('an invitation', () => {
  test('is sent again at most once a minute, even when asked for many times at once', async () => {
    const clock = stopClock();
    const { olga, document } = await buildCast();
    const email = newEmail();
    const { id } = await buildShare({ owner: olga, document, to: email });
    const again = () => resendInvitation(olga, document.id, id);
    expect(await tally([again(), again(), again()])).toEqual({ ok: 1, requestTooFrequent: 2 });
    expect(await received(email)).toHaveLength(2);
    clock.advance(59);
    expect(await outcomeOf(again())).toBe('requestTooFrequent');
    clock.advance(1);
    expect(await again()).toBe(email);
    // The link that stops such mails is sealed anew for each.
    const texts = (await received(email)).map(({ subject, text }) => [subject, text.replace(/unsubscribe\S+/, '')]);
    expect(texts).toEqual(Array(3).fill(texts[0]));
  });

  test('that was taken up, closes the door or belongs elsewhere is not', async () => {
    const { olga, rhea, edith, document } = await buildCast();
    const other = await buildCast();
    const again = (actor: Actor, id: number) => outcomeOf(resendInvitation(actor, document.id, id));
    const entry = await buildShare({ owner: olga, document, to: newEmail(), permission: 'NONE' });
    expect(await again(olga, entry.id)).toBe('shareNotFound');
    const elsewhere = await buildShare({ owner: other.olga, document: other.document, to: newEmail() });
    expect(await again(olga, elsewhere.id)).toBe('shareNotFound');
    const invited = await buildShare({ owner: olga, document, to: newEmail() });
    expect(await again(edith, invited.id)).toBe('documentAccessDenied');
    expect(await again(other.olga, invited.id)).toBe('documentNotFound');
    expect(await again(rhea, invited.id)).toBe('documentAccessDenied');
  });
});
