import { textSteps, titleKey } from '#app/services/documents/document-text.ts';
import type { PlannedSave } from '#app/services/documents/plan-save.ts';
import { seenStep } from '#app/services/documents/reader-state.ts';
import { revisionSteps } from '#app/services/documents/revisions.ts';
import { signal } from '#app/services/live/live-signals.ts';
import { indexSteps } from '#app/services/search/full-text-index.ts';
import { holdHead, replaceHead } from '#db/queries/texts.ts';
import { BatchRefused, type Step } from '#db/write-batch.ts';

/** Thrown if another save came between reading a text and planning its save. */
export class StaleVersion extends Error {}

/** Tests whether a save was planned from an outdated text, so that it is to be planned again. */
export const isStale = (error: unknown): boolean => error instanceof StaleVersion || error instanceof BatchRefused;

/** Steps that write a planned save; refused if another save came in between. */
export function saveSteps(id: string, save: PlannedSave): Step[] {
  const { title, version, by } = save;
  const people = new Set([by.author, ...(by.writers ?? [])]);
  return [
    headStep(id, save),
    ...save.notifications,
    ...wordSteps(id, save),
    ...revisionSteps({ id: by.author }, { documentId: id, version, title, icon: save.icon }, { ...save, ...by }),
    ...[...people].map((person) => seenStep(person, id, version)),
  ];
}

/** Step that lets a batch be refused if a save came in after a text was read. */
export const headUnchanged = (id: string, { version, liveEpoch }: PlannedSave['from']): Step =>
  holdHead.step({ id, from: version, epoch: liveEpoch ?? 0 }, { expects: 'change' });

function headStep(id: string, { from, title, icon, version, by }: PlannedSave): Step {
  const head = { id, title, titleKey: titleKey(title), icon, version };
  const isRowChanged = title !== from.title || icon !== from.icon;
  const done = () => {
    signal({ kind: 'document', documentId: id });
    if (isRowChanged) signal({ kind: 'row', documentId: id });
  };
  const before = { from: from.version, epoch: from.liveEpoch ?? 0 };
  return replaceHead.step({ ...head, ...before, now: Date.now(), me: by.author }, { expects: 'change', done });
}

function wordSteps(id: string, { title, text, indexed }: PlannedSave): Step[] {
  if (text) return textSteps(id, title, text);
  return indexed ? indexSteps(id, title, indexed) : [];
}
