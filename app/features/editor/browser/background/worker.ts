import { keepDraft } from '#app/browser/drafts.ts';
import { exchange } from '#app/browser/envelope.ts';
import type { Job, Reply } from '#app/features/editor/browser/background/jobs.ts';

const aborts = new Map<number, AbortController>();

async function run(job: Job, signal: AbortSignal): Promise<unknown> {
  if (job.kind === 'draft') return keepDraft(job.key, job.draft);
  const answer = await exchange(job.url, { ...job.init, signal }, job.body);
  const { content } = (job.body ?? {}) as { content?: string };
  const data = answer.envelope?.data as { content?: string } | undefined;
  // The page has this text.
  if (data && content !== undefined && data.content === content) delete data.content;
  return answer;
}

addEventListener('message', ({ data: { id, job } }: MessageEvent<{ id: number; job: Job | 'abort' }>) => {
  if (job === 'abort') return aborts.get(id)?.abort();
  const reply = (answer: Reply) => {
    aborts.delete(id);
    postMessage(answer);
  };
  const controller = new AbortController();
  aborts.set(id, controller);
  run(job, controller.signal).then(
    (value) => reply({ id, value }),
    (error: Error) => reply({ id, error: error.name }),
  );
});
