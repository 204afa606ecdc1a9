import { ProviderFailure, type ProviderUsage, streamAnswer } from '#app/adapters/ai-provider.ts';
import { AppError } from '#app/errors.ts';
import { log } from '#app/observability/log.ts';
import { type Note, traced } from '#app/observability/spans.ts';
import type { AnswerCut } from '#app/schemas/ai-actions.ts';
import { linkLabel } from '#app/schemas/link-label.ts';
import { getAccess } from '#app/services/access/document-access.ts';
import { countTokens } from '#app/services/ai/count-tokens.ts';
import { type Asked, keepAnswer } from '#app/services/ai/keep-answer.ts';
import type { PreparedCall } from '#app/services/ai/prepare-call.ts';
import type { Passage } from '#app/services/ai/write-prompt.ts';
import { type Settlement, settleTokens } from '#app/services/quotas/settle-tokens.ts';

/** Token usage of a call in the contract's format. */
export type Usage = {
  requestId: string;
  promptTokens: number;
  completionTokens: number;
  totalTokens: number;
  estimated: boolean;
  /** Set if the answer is incomplete. */
  cut?: AnswerCut;
};
type Run = { signal: AbortSignal; onText: (text: string) => void };
/** The answer received so far. */
type Progress = {
  text: string;
  sources: string;
  thoughts: string;
  usage: ProviderUsage | null;
  model: string;
  /** False until the provider is called, which it charges. */
  isSent: boolean;
  cut: AnswerCut | null;
};

const CUTS = { length: 'answer', early: 'early' } as const;

const running = new Set<Promise<unknown>>();

/** Counts the calls running in this process. */
export const countRunningCalls = (): number => running.size;

/** Resolves when no call is running in this process, so that each is settled before the database closes. */
export async function awaitCalls(): Promise<void> {
  while (running.size > 0) await Promise.allSettled(running);
}

/**
 * Calls the provider and streams its answer. Settles the usage before returning, whether the call is done, failed,
 * aborted by `signal`, or access was revoked. Throws `unavailable` if the provider failed, `documentNotFound`, and the
 * reason of `signal`.
 */
export function runCall(call: PreparedCall, run: Run): Promise<Usage> {
  const asked = call.models[0]!;
  const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': asked };
  const work = { name: `chat ${asked}`, kind: 'client', place: 'any', attributes } as const;
  const answer = traced(work, (note) => answerAndSettle(call, run, note));
  running.add(answer);
  const forget = () => running.delete(answer);
  answer.then(forget, forget);
  return answer;
}

async function answerAndSettle(call: PreparedCall, run: Run, note: Note): Promise<Usage> {
  const progress: Progress = {
    text: '',
    sources: '',
    thoughts: '',
    usage: null,
    model: call.models.at(-1)!,
    isSent: false,
    cut: call.isTextCut ? 'text' : null,
  };
  let failure: unknown = null;
  try {
    await receive(call, run, progress);
  } catch (error) {
    failure = error;
  }
  if (failure === null && call.kept) {
    await keep(call, call.kept, progress).catch((error) => {
      failure = error;
    });
  }
  const status = failure === null ? 'done' : run.signal.aborted ? 'aborted' : 'failed';
  const { model } = progress;
  const settled = await settleTokens(call.requestId, { ...(await takenBy(call, progress, failure)), status, model });
  const { promptTokens, completionTokens, estimated } = settled;
  note({
    'gen_ai.response.model': model,
    'gen_ai.usage.input_tokens': promptTokens,
    'gen_ai.usage.output_tokens': completionTokens,
    'arbor.ai.status': status,
  });
  if (failure !== null) throw outcomeOf(failure, call.requestId);
  const totalTokens = promptTokens + completionTokens;
  const { cut } = progress;
  return { requestId: call.requestId, promptTokens, completionTokens, totalTokens, estimated, ...(cut ? { cut } : {}) };
}

async function receive(call: PreparedCall, { signal, onText }: Run, progress: Progress): Promise<void> {
  signal.throwIfAborted();
  progress.isSent = true;
  for await (const part of streamAnswer({ ...call, signal })) {
    if (part.kind === 'usage') {
      progress.usage = part.usage;
      if (part.ending !== 'whole') progress.cut = CUTS[part.ending];
    } else if (part.kind === 'reasoning') progress.thoughts += part.text;
    else if (part.kind === 'model') progress.model = part.model;
    else if (part.kind === 'failed') {
      const { model, status } = part;
      log.warn({ requestId: call.requestId, event: 'ai-model-failed', model, status }, 'the next model is tried');
    } else if (part.text !== '') {
      progress.text += part.text;
      // Revoked access ends the answer here. The usage counts nevertheless, as it was charged.
      if (call.docId) await getAccess(call.actor, call.docId);
      onText(part.text);
    }
  }
  const sources = missingSources(progress.text, call.passages);
  if (sources) {
    progress.sources = sources;
    onText(sources);
  }
}

const keep = (call: PreparedCall, asked: Asked, { text, sources, cut }: Progress) =>
  keepAnswer(call.actor, { ...call, asked, text: text + sources, cut });

/** Some models cite no sources despite the prompt. Returns the documents read as source links, to append. */
function missingSources(text: string, passages: Passage[]): string | null {
  if (passages.length === 0 || text.includes('](/doc/')) return null;
  const links = passages.map(({ id, title }) => `- [${linkLabel(title)}](/doc/${id})`);
  return `\n\n${links.join('\n')}`;
}

/** Returns the usage: the provider's count if plausible, else an estimate. */
async function takenBy(
  call: PreparedCall,
  progress: Progress,
  failure: unknown,
): Promise<Omit<Settlement, 'status' | 'model'>> {
  const { text, thoughts, usage, isSent } = progress;
  const wasRefused = failure instanceof ProviderFailure && !failure.isCharged && text === '';
  if (wasRefused || !isSent) return { promptTokens: 0, completionTokens: 0, estimated: false };
  const { promptTokens = 0, completionTokens = 0 } = usage ?? {};
  const isWhole = [promptTokens, completionTokens].every((tokens) => Number.isSafeInteger(tokens) && tokens >= 0);
  const isPlausible =
    promptTokens > 0 && completionTokens <= call.answerTokens && (completionTokens > 0 || text === '');
  if (isWhole && isPlausible) return { promptTokens, completionTokens, estimated: false };
  const counted = await countTokens(thoughts + text);
  return { promptTokens: call.promptTokens, completionTokens: Math.min(counted, call.answerTokens), estimated: true };
}

function outcomeOf(failure: unknown, requestId: string): unknown {
  if (!(failure instanceof ProviderFailure)) return failure;
  const cause = failure.cause instanceof Error ? failure.cause.name : typeof failure.cause;
  log.warn({ requestId, event: 'ai-failed', status: failure.status, cause }, 'the AI provider failed');
  const fields = { '': [{ key: 'ai.unreachable' }] };
  return new AppError('unavailable', { retryAfterSeconds: 5, cause: failure, fields });
}
