import { expect, test } from 'vitest';
import { findAnswer, keepAnswer } from '#app/services/ai/keep-answer.ts';
import { removeExpired } from '#app/services/maintenance/remove-expired.ts';
import { newId } from '#app/services/new-id.ts';
import { models } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildUser } from '#tests/support/factories.ts';

describeOnBoth('kept answers', () => {
  const keep = async (actor: Awaited<ReturnType<typeof buildUser>>, docId: string | null) => {
    const requestId = newId();
    const asked = { action: 'ask', prompt: 'What?' } as const;
    await keepAnswer(actor, { requestId, docId, version: 1, asked, text: 'That.', cut: null });
    return requestId;
  };

  test('are bounded in number: the newest twenty of a person stay', async () => {
    const [ada, bob] = [await buildUser(), await buildUser()];
    const other = await keep(bob, null);
    const kept: string[] = [];
    for (let n = 0; n < 23; n += 1) {
      kept.push(await keep(ada, null));
      await (await models()).AiAnswer.update({ createdAt: n }, { where: { id: kept[n]! } });
    }
    const found = await Promise.all(kept.map((id) => findAnswer(ada, null, id)));
    expect(found.map(Boolean)).toEqual([...Array(3).fill(false), ...Array(20).fill(true)]);
    expect(await findAnswer(bob, null, other)).toMatchObject({ text: 'That.', asked: { prompt: 'What?' }, version: 1 });
    expect(await findAnswer(ada, null, other)).toBeNull();
  });

  test('are bounded in age, and go with their document', async () => {
    const ada = await buildUser();
    const { id: docId } = await buildDocument({ owner: ada });
    const [old, fresh] = [await keep(ada, null), await keep(ada, docId)];
    await (await models()).AiAnswer.update({ expiresAt: Date.now() - 1 }, { where: { id: old } });
    expect(await findAnswer(ada, null, old)).toBeNull();
    expect((await removeExpired()).ai_answers).toBe(1);
    expect(await findAnswer(ada, docId, fresh)).not.toBeNull();
    expect(await findAnswer(ada, null, fresh)).toBeNull();
  });
});
