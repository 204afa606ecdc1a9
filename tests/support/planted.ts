import type { Actor } from '#app/services/actor.ts';
import { newId } from '#app/services/new-id.ts';
import { inTransaction, models } from '#db/connection.ts';
import { buildUser } from '#tests/support/factories.ts';

type Planted = { parentId: string | null; position: number };

/** Inserts many documents directly into the database, which takes seconds instead of minutes. */
export async function plant(
  owner: Actor,
  count: number,
  place: (ids: string[], index: number) => Planted,
): Promise<string[]> {
  const ids = Array.from({ length: count }, newId);
  const createdAt = Date.now();
  const by = { ownerId: owner.id, createdBy: owner.id, updatedBy: owner.id };
  const rows = ids.map((id, index) => {
    const title = `Planted ${index}`;
    return {
      id,
      ...by,
      ...place(ids, index),
      title,
      titleKey: title.toLowerCase(),
      icon: null,
      createdAt,
      updatedAt: createdAt,
    };
  });
  const text = { content: '', html: '', outline: '[]', plainText: '', renderVersion: 0 };
  const chunks = Array.from({ length: Math.ceil(count / 1000) }, (_, n) => rows.slice(1000 * n, 1000 * (n + 1)));
  await inTransaction(async () => {
    for (const chunk of chunks) {
      await (await models()).Document.bulkCreate(chunk);
      await (await models()).DocumentText.bulkCreate(chunk.map(({ id }) => ({ documentId: id, ...text })));
    }
  });
  return ids;
}

/** Inserts a chain of documents, each below the previous one. */
export function plantChain(owner: Actor, length: number): Promise<string[]> {
  return plant(owner, length, (ids, index) => ({ parentId: ids[index - 1] ?? null, position: 1024 }));
}

export function plantSiblings(owner: Actor, parentId: string, count: number): Promise<string[]> {
  return plant(owner, count, (_, index) => ({ parentId, position: 1024 * (index + 1) }));
}

/** Inserts shares by a stranger directly into the database. */
export async function shareMany(to: Actor, count: number): Promise<void> {
  const stranger = await buildUser();
  // Branches of ten documents, each of them shared.
  const ids = await plant(stranger, count, (all, nth) => ({
    parentId: nth % 10 === 0 ? null : all[nth - (nth % 10)]!,
    position: 1024 * nth,
  }));
  const at = { createdAt: 0, updatedAt: 0 };
  const rows = ids.map((documentId) => ({
    ...at,
    documentId,
    email: to.email,
    userId: to.id,
    permission: 'READ' as const,
  }));
  await inTransaction(async () => {
    for (let from = 0; from < count; from += 1000)
      await (await models()).Share.bulkCreate(rows.slice(from, from + 1000));
  });
}
