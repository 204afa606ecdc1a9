import type { Draft } from '#app/browser/drafts.ts';

/** Work of the editor's worker, sent as a message. */
export type Job =
  | { kind: 'request'; url: string; init: RequestInit; body: unknown }
  | { kind: 'draft'; key: string; draft: Draft };

/** The result of a job, or the name of its error. */
export type Reply = { id: number; value: unknown } | { id: number; error: string };
