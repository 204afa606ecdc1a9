import { expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { getDocument, viewDocument } from '#app/services/documents/get-document.ts';
import { listChildren } from '#app/services/documents/list-children.ts';
import { openDocument } from '#app/services/documents/open-document.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildCast, buildDocument } from '#tests/support/factories.ts';
import { until } from '#tests/support/until.ts';

const notice = async (actor: Actor, id: string) => (await getDocument(actor, id)).noticeType;
const retitle = (actor: Actor, id: string, title: string) => updateDocument(actor, id, { title, autosave: false });

/** Opens the page; the visit is recorded after the response. */
async function open(actor: Actor, id: string): Promise<void> {
  await openDocument(actor, id);
  await until(async () => expect(await notice(actor, id)).toBe('NONE'));
}

describeOnBoth('a notice', () => {
  test('is NEW until a shared document is first opened, UPDATE when someone else changed it since', async () => {
    const { olga, edith, rhea, document } = await buildCast();
    expect(await notice(rhea, document.id)).toBe('NEW');
    await retitle(olga, document.id, 'Orchard 2');
    expect(await notice(rhea, document.id)).toBe('NEW');
    await open(rhea, document.id);
    await retitle(edith, document.id, 'Orchard 3');
    expect(await notice(rhea, document.id)).toBe('UPDATE');
    await open(rhea, document.id);
  });

  test('is gone in the call after the one that opened the version', async () => {
    const { olga, rhea, document } = await buildCast();
    const seen = async () => (await viewDocument(rhea, document.id)).noticeType;
    expect([await seen(), await seen()]).toEqual(['NEW', 'NONE']);
    await retitle(olga, document.id, 'Orchard 2');
    expect([await seen(), await seen()]).toEqual(['UPDATE', 'NONE']);
  });

  test('of one’s own is never NEW, and UPDATE when an editor changed it', async () => {
    const { olga, edith, document } = await buildCast();
    expect(await notice(olga, document.id)).toBe('NONE');
    await retitle(edith, document.id, 'Edited');
    expect(await notice(olga, document.id)).toBe('UPDATE');
    expect(await notice(edith, document.id)).toBe('NONE');
    await retitle(olga, document.id, 'Mine again');
    expect(await notice(olga, document.id)).toBe('NONE');
  });

  test('is not made by a star, a move or reading over the API', async () => {
    const { olga, edith, rhea, document } = await buildCast();
    await open(rhea, document.id);
    await updateDocument(edith, document.id, { isStarred: true, autosave: false });
    expect(await notice(rhea, document.id)).toBe('NONE');
    expect(await notice(olga, document.id)).toBe('NONE');
    const child = await buildDocument({ owner: olga, parent: document });
    await getDocument(rhea, child.id);
    expect(await notice(rhea, child.id)).toBe('NEW');
    expect((await listChildren(rhea, document.id))[0]?.noticeType).toBe('NEW');
  });
});
