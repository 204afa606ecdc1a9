import { convertDraft, keepDraft } from '#app/browser/drafts.ts';
import { exchange } from '#app/browser/envelope.ts';
import type { Job, Order, Reply } from '#app/features/editor/browser/background/jobs.ts';
import { ReceivedTexts } from '#app/features/editor/browser/background/sent-texts.ts';

const aborts = new Map<number, AbortController>();
const texts = new ReceivedTexts();
const textOf = (id: number) => texts.get(id);

/** Throws at once for a text that is not known; this ends the worker, and the page does the work itself. */
function run(job: Job, signal: AbortSignal): Promise<unknown> {
  if (job.kind === 'draft') return keepDraft(job.key, convertDraft(job.draft, textOf));
  return send(job, textOf(job.body.content), signal);
}

async function send({ url, init, body }: Extract<Job, { kind: 'request' }>, content: string, signal: AbortSignal) {
  const answer = await exchange(url, { ...init, signal }, { ...body, content });
  const data = answer.envelope?.data as { content?: string } | undefined;
  // The page has this text.
  if (data?.content === content) delete data.content;
  return answer;
}

addEventListener('message', ({ data }: MessageEvent<Order>) => {
  const { id } = data;
  if (data.job === 'abort') return aborts.get(id)?.abort();
  texts.add(data.texts);
  const reply = (answer: Reply) => {
    aborts.delete(id);
    postMessage(answer);
  };
  const controller = new AbortController();
  aborts.set(id, controller);
  run(data.job, controller.signal).then(
    (value) => reply({ id, value }),
    (error: Error) => reply({ id, error: error.name }),
  );
});
