import { changeOf } from '#db/query.ts';

/** Records how many documents a run of an import has written; no change if another run has taken over. */
export const putProgress = changeOf<{ id: string; worker: string; done: number; now: number }>({
  name: 'putProgress',
  uses: ['imports(id)'],
  sql: 'UPDATE imports SET done = $done, worked_at = $now WHERE id = $id AND worker = $worker',
});
