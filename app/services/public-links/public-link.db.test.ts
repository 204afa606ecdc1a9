import { expect, test } from 'vitest';
import { archiveDocument } from '#app/services/documents/archive-document.ts';
import { findPublicDocument } from '#app/services/public-links/find-public-document.ts';
import { createPublicLink, findPublicLink, revokePublicLink } from '#app/services/public-links/public-link.ts';
import { SingleFlight } from '#app/services/single-flight.ts';
import { select } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildCast, buildDocument } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { plantChain } from '#tests/support/planted.ts';

const SETTINGS = { withChildren: false };
const DAY_SECONDS = 24 * 3600;

describeOnBoth('a public link', () => {
  test('is one per document: made again it keeps its address, revoked and made again it gets another', async () => {
    const { olga, document } = await buildCast();
    expect(await findPublicLink(olga, document.id)).toBeNull();
    const make = async (withChildren: boolean) => {
      await createPublicLink(olga, document.id, { withChildren });
      return (await findPublicLink(olga, document.id))!;
    };
    const first = await make(false);
    expect(first).toMatchObject({ withChildren: false, expiresAt: null, isExpired: false, views: 0 });
    expect(await make(true)).toMatchObject({ path: first.path, withChildren: true });
    await Promise.all([make(true), make(true)]);
    expect((await select('SELECT * FROM public_links WHERE document_id = $id', { id: document.id })).length).toBe(1);
    await revokePublicLink(olga, document.id);
    expect(await findPublicLink(olga, document.id)).toBeNull();
    expect((await make(false)).path).not.toBe(first.path);
  });

  test('has 256 random bits that lie nowhere in plain', async () => {
    const { olga, document } = await buildCast();
    await createPublicLink(olga, document.id, SETTINGS);
    const token = (await findPublicLink(olga, document.id))!.path!.slice('/s/'.length);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(JSON.stringify(await select('SELECT * FROM public_links'))).not.toContain(token);
  });

  test('is good through the end of its last day, in UTC', async () => {
    const clock = stopClock();
    const { olga, document } = await buildCast();
    const expiresAt = new Date().toISOString().slice(0, 10);
    await createPublicLink(olga, document.id, { withChildren: false, expiresAt });
    const link = (await findPublicLink(olga, document.id))!;
    expect(link).toMatchObject({ expiresAt, isExpired: false });
    const isOpen = async () => (await findPublicDocument(link.path!.slice(3), null)) !== null;
    const left = DAY_SECONDS - Math.floor((Date.now() / 1000) % DAY_SECONDS);
    clock.advance(left - 2);
    expect(await isOpen()).toBe(true);
    clock.advance(3);
    expect(await isOpen()).toBe(false);
    expect((await findPublicLink(olga, document.id))!.isExpired).toBe(true);
  });

  test('E2: is the owner’s alone, and not of what is archived', async () => {
    const { olga, edith, rhea, sven, document } = await buildCast();
    await createPublicLink(olga, document.id, SETTINGS);
    for (const [person, outcome] of [
      [edith, 'documentAccessDenied'],
      [rhea, 'documentAccessDenied'],
      [sven, 'documentNotFound'],
    ] as const) {
      expect(await outcomeOf(findPublicLink(person, document.id))).toBe(outcome);
      expect(await outcomeOf(createPublicLink(person, document.id, SETTINGS))).toBe(outcome);
      expect(await outcomeOf(revokePublicLink(person, document.id))).toBe(outcome);
    }
    await archiveDocument(olga, document.id);
    expect(await outcomeOf(createPublicLink(olga, document.id, SETTINGS))).toBe('documentAccessDenied');
  });

  test('J2: opens a document a thousand levels below, and none above', async () => {
    const { olga } = await buildCast();
    const chain = await plantChain(olga, 1000);
    await createPublicLink(olga, chain[1]!, { withChildren: true });
    const token = (await findPublicLink(olga, chain[1]!))!.path!.slice(3);
    const bottom = await findPublicDocument(token, chain.at(-1)!);
    expect(bottom?.trail).toEqual(chain.slice(1));
    expect(await findPublicDocument(token, chain[0]!)).toBeNull();
    const { id } = await buildDocument({ owner: olga });
    expect(await findPublicDocument(token, id)).toBeNull();
  });
});

test('questions asked at once are joined, but never to one that is already under way', async () => {
  const questions = new SingleFlight<number>();
  const pending: (() => void)[] = [];
  let asked = 0;
  const ask = () =>
    questions.ask('key', () => {
      asked += 1;
      const mine = asked;
      return new Promise((resolve) => pending.push(() => resolve(mine)));
    });
  const first = ask();
  const [second, third] = [ask(), ask()];
  expect(asked).toBe(1);
  pending.shift()!();
  expect(await first).toBe(1);
  await Promise.resolve();
  const fourth = ask();
  while (pending.length === 0) await Promise.resolve();
  pending.shift()!();
  expect([await second, await third]).toEqual([2, 2]);
  while (pending.length === 0) await Promise.resolve();
  pending.shift()!();
  expect(await fourth).toBe(3);
});
