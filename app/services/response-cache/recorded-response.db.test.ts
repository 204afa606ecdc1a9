import { expect, test } from 'vitest';
import { findGeneration } from '#app/services/response-cache/find-visitor.ts';
import { RecordedResponse } from '#app/services/response-cache/recorded-response.ts';
import { execute, inTransaction, models, select } from '#db/connection.ts';
import { asEffect } from '#db/recorded-reads.ts';
import { inSnapshot } from '#db/snapshot.ts';
import { writeBatch } from '#db/write-batch.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildUser } from '#tests/support/factories.ts';

const NAMES = 'SELECT display_name AS name FROM users WHERE id = $id';
const rename = (id: string, name: string) =>
  execute('UPDATE users SET display_name = $name WHERE id = $id', { id, name });

async function recorded(work: () => Promise<unknown>): Promise<RecordedResponse> {
  const answer = new RecordedResponse();
  await answer.record(work);
  return answer;
}

describeOnBoth('a recorded answer', () => {
  test('is current while its reads give the same rows, whatever else is written', async () => {
    const [olga, ben] = [await buildUser(), await buildUser()];
    await rename(olga.id, 'Olga');
    const answer = await recorded(() => select(NAMES, { id: olga.id }));
    expect(answer.isRepeatable).toBe(true);
    expect(await answer.isCurrent(await findGeneration())).toBe(true);
    await rename(ben.id, 'Ben');
    expect(await answer.isCurrent(await findGeneration())).toBe(true);
    await rename(olga.id, 'Olga Orlova');
    expect(await answer.isCurrent(await findGeneration())).toBe(false);
    await rename(olga.id, 'Olga');
    expect(await answer.isCurrent(await findGeneration())).toBe(true);
  });

  test('is not current for a transaction that began before and commits after it was last checked', async () => {
    const olga = await buildUser();
    const answer = await recorded(() => select(NAMES, { id: olga.id }));
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const writing = inTransaction(async () => {
      await rename(olga.id, 'Changed');
      begun.resolve();
      await held.promise;
    });
    await begun.promise;
    const before = await findGeneration();
    expect(await answer.isCurrent(before)).toBe(true);
    held.resolve();
    await writing;
    const after = await findGeneration();
    expect(after).not.toBe(before);
    expect(await answer.isCurrent(after)).toBe(false);
  });

  test('a generation stays the same while nothing is committed', async () => {
    // PostgreSQL counts the transactions of every database on the server, those of other tests included.
    const isSteady = async () => {
      const before = await findGeneration();
      return before === (await findGeneration());
    };
    await expect.poll(isSteady).toBe(true);
  });

  test.each([
    ['a write', () => execute('UPDATE users SET display_name = NULL WHERE id = $id', { id: 'nobody' })],
    ['a read through a model', async () => (await models()).User.findByPk('nobody')],
    ['a transaction', () => inTransaction(() => select(NAMES, { id: 'nobody' }))],
    ['a snapshot', () => inSnapshot((read) => read(NAMES, { id: 'nobody' }))],
    [
      'a batch',
      () => writeBatch([{ sql: 'UPDATE users SET display_name = NULL WHERE id = $id', bind: { id: 'nobody' } }]),
    ],
    ['a read by time', () => select('SELECT id FROM users WHERE created_at > $now', { now: Date.now() })],
  ])('depends on more than its reads after %s', async (_, work) => {
    expect((await recorded(work as () => Promise<unknown>)).isRepeatable).toBe(false);
  });

  test('repeats its effects, which are no part of it', async () => {
    const olga = await buildUser();
    let times = 0;
    const answer = await recorded(async () => {
      asEffect(() => {
        times += 1;
        void rename(olga.id, 'Seen');
      });
    });
    expect([answer.isRepeatable, times]).toEqual([true, 1]);
    answer.repeatEffects();
    expect(times).toBe(2);
    await expect.poll(async () => (await select(NAMES, { id: olga.id }))[0]).toEqual({ name: 'Seen' });
  });
});
