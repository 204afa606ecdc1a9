import type { DraftOf } from '#app/browser/drafts.ts';
import type { SentText } from '#app/features/editor/browser/background/sent-texts.ts';

/** Work of the editor's worker. Each `content` is the number of a sent text. */
export type Job =
  | { kind: 'request'; url: string; init: RequestInit; body: { content: number } }
  | { kind: 'draft'; key: string; draft: DraftOf<number> };

/** A message to the worker: a job with the texts that the worker does not know yet, or the end of a job. */
export type Order = { id: number; job: Job; texts: SentText[] } | { id: number; job: 'abort' };

/** The result of a job, or the name of its error. */
export type Reply = { id: number; value: unknown } | { id: number; error: string };
