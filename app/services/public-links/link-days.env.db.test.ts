import { expect, test } from 'vitest';
import type { AppError } from '#app/errors.ts';
import type { Actor } from '#app/services/actor.ts';
import { findPublicDocument } from '#app/services/public-links/find-public-document.ts';
import { linkRule } from '#app/services/public-links/link-rule.ts';
import { createPublicLink, findPublicLink } from '#app/services/public-links/public-link.ts';
import { execute } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildCast } from '#tests/support/factories.ts';

process.env.PUBLIC_LINK_DAYS = '30';

const NOON = new Date('2026-03-10T12:00:00Z');
const UNTIL_MIDNIGHT = 12 * 3600;
const DAY = 24 * 3600;
const settings = (expiresAt?: string) => ({ withChildren: false, ...(expiresAt ? { expiresAt } : {}) });
const linkOf = async (actor: Actor, id: string) => (await findPublicLink(actor, id))!;
const opens = async (path: string | null) => (await findPublicDocument(path!.slice('/s/'.length), null)) !== null;

describeOnBoth('PUBLIC_LINK_DAYS=30', () => {
  test('refuses a later end beside its field, and takes the latest day and earlier ones', async () => {
    stopClock(NOON);
    const { olga, document } = await buildCast();
    const refusal = await createPublicLink(olga, document.id, settings('2026-04-10')).catch((error: AppError) => error);
    expect(refusal).toMatchObject({
      error: 'validationFailed',
      fields: { expiresAt: [{ key: 'link.tooLate', values: { date: '2026-04-09' } }] },
    });
    expect(await findPublicLink(olga, document.id)).toBeNull();
    for (const day of ['2026-04-09', '2026-03-10']) {
      await createPublicLink(olga, document.id, settings(day));
      expect(await linkOf(olga, document.id)).toMatchObject({ expiresAt: day, isExpired: false });
    }
  });

  test('a link without an end gets the latest one', async () => {
    stopClock(NOON);
    const { olga, document } = await buildCast();
    await createPublicLink(olga, document.id, settings());
    expect(await linkOf(olga, document.id)).toMatchObject({ expiresAt: '2026-04-09' });
    expect(linkRule()).toEqual({ isOff: false, latestDay: '2026-04-09' });
  });

  test('links made earlier, without an end or with a later one, end by it', async () => {
    const clock = stopClock(NOON);
    for (const stored of [null, Date.parse('2027-01-01T00:00:00Z')]) {
      const { olga, document } = await buildCast();
      await createPublicLink(olga, document.id, settings());
      await execute('UPDATE public_links SET expires_at = $stored WHERE document_id = $id', {
        stored,
        id: document.id,
      });
      const { path, ...link } = await linkOf(olga, document.id);
      expect(link).toMatchObject({ expiresAt: new Date(Date.now() + 30 * 1000 * DAY).toISOString().slice(0, 10) });
      clock.advance(30 * DAY + UNTIL_MIDNIGHT - 1);
      expect([await opens(path), (await linkOf(olga, document.id)).isExpired]).toEqual([true, false]);
      clock.advance(1);
      expect([await opens(path), (await linkOf(olga, document.id)).isExpired]).toEqual([false, true]);
      clock.advance(UNTIL_MIDNIGHT);
    }
  });

  test('counts from the day the link was made: saving it again does not prolong it', async () => {
    const clock = stopClock(NOON);
    const { olga, document } = await buildCast();
    await createPublicLink(olga, document.id, settings());
    clock.advance(10 * DAY);
    await createPublicLink(olga, document.id, settings());
    expect(await linkOf(olga, document.id)).toMatchObject({ expiresAt: '2026-04-09' });
    clock.advance(30 * DAY);
    for (const day of [undefined, '2026-04-19']) {
      const refusal = await createPublicLink(olga, document.id, settings(day)).catch((error: AppError) => error);
      expect(refusal).toMatchObject({ error: 'validationFailed', fields: { expiresAt: [{ key: 'link.tooLate' }] } });
    }
  });
});
