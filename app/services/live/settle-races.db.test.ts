import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { currentText, planSave } from '#app/services/documents/plan-save.ts';
import { saveSteps } from '#app/services/documents/write-save.ts';
import { appendUpdate } from '#app/services/live/append-update.ts';
import { planSharedSave, sharedSteps } from '#app/services/live/join-save.ts';
import { settleDocument } from '#app/services/live/settle-document.ts';
import { changeState } from '#app/services/live/shared-text.ts';
import { openStoredState } from '#app/services/live/stored-states.ts';
import { connect, database, disconnect } from '#db/connection.ts';
import { writeBatch } from '#db/write-batch.ts';
import { createDatabase, type TestDatabase } from '#tests/support/database.ts';
import { buildDocument, buildUser } from '#tests/support/factories.ts';

// Several processes share a PostgreSQL database.
let own: TestDatabase;
beforeAll(async () => {
  own = await createDatabase('postgres', { migrated: true });
  connect(own);
});
afterAll(async () => {
  await disconnect();
  await own.remove();
});

/** Saves as another process does that lets letters pass: beside updates that are not settled. */
async function saveElsewhere(actor: Actor, id: string, content: string): Promise<void> {
  const { save } = await planSave(actor, id, await currentText(id), { content, autosave: false });
  const shared = await planSharedSave(id, save!, { isBeside: true });
  await writeBatch([...saveSteps(id, save!), ...sharedSteps(id, shared!)]);
}

/** Runs `act` before or after the next transaction. */
async function aroundTransaction(when: 'before' | 'after', act: () => Promise<void>): Promise<void> {
  const sequelize = await database();
  const real = sequelize.transaction.bind(sequelize) as (work: unknown) => Promise<unknown>;
  const spy = vi.spyOn(sequelize, 'transaction').mockImplementation((async (work: unknown) => {
    spy.mockRestore();
    if (when === 'before') await act();
    const result = await real(work);
    if (when === 'after') await act();
    return result;
  }) as never);
  onTestFinished(() => spy.mockRestore());
}

test.each(['before', 'after'] as const)(
  'a save that another process acknowledges %s the state is read stays in the text',
  async (when) => {
    const author = await buildUser();
    const { id } = await buildDocument({ owner: author, content: 'Beds\n' });
    const { state, epoch } = await openStoredState(id);
    const { changes } = changeState([state], { title: 'Untitled', content: 'Rose Beds\n' });
    await appendUpdate({ documentId: id, epoch, changes, writers: [author.id] });
    await aroundTransaction(when, () => saveElsewhere(author, id, 'Beds\nSaved\n'));
    await settleDocument(id);
    expect((await getDocument(author, id)).content).toBe('Rose Beds\nSaved\n');
  },
);
