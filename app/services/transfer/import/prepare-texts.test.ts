import { expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { Attachments } from '#app/services/transfer/import/attachments.ts';
import type { ImportPlan, PlannedDocument } from '#app/services/transfer/import/plan-import.ts';
import { TextPreparation } from '#app/services/transfer/import/prepare-texts.ts';

const BATCHES = 12;

test('two imports of one person with all their batches ahead fit into the queue of that person', async () => {
  const documents = Array.from({ length: 25 }, (_, nth) => ({
    ...{ id: `c${nth}`, path: `${nth}.md`, folder: '', top: '', content: `[next](${nth + 1}.md)` },
    ...{ aliases: [], isArbor: true },
  })) as unknown as PlannedDocument[];
  const idOfPath = new Map(documents.map(({ id, path }) => [path, id]));
  const texts = new TextPreparation(
    { id: 'ada' } as Actor,
    { documents, idOfPath } as ImportPlan,
    new Attachments(new Map()),
  );
  const batches = await Promise.all(Array.from({ length: BATCHES }, () => texts.survey(documents)));
  expect(batches.flatMap(({ notTaken }) => notTaken)).toEqual([]);
});
