import { config } from '#app/config.server.ts';

/** Timeout for a whole answer; proxies and browsers commonly time out after a minute. */
const TIMEOUT_MS = 50_000;
/** Timeout for the first part of an answer if there is another model to try. */
const FIRST_PART_MS = 15_000;

export type Message = { role: 'system' | 'user'; content: string };
/** Token counts reported by the provider; each is undefined if not reported. */
export type ProviderUsage = { promptTokens: number | undefined; completionTokens: number | undefined };
/** How an answer ended: whole, at the longest allowed `length`, or `early` for another reason, such as a filter. */
export type Ending = 'whole' | 'length' | 'early';
/**
 * `model` comes first and names the model that answers; `failed` names one that did not, before the next is tried.
 */
export type AnswerPart =
  | { kind: 'text' | 'reasoning'; text: string }
  | { kind: 'usage'; usage: ProviderUsage; ending: Ending }
  | { kind: 'model'; model: string }
  | { kind: 'failed'; model: string; status: number | undefined };

/** Thrown if the provider failed or timed out. `cause` contains its own message, for debugging only. */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure';
  /** False if the provider refused the request or was not reached, so that nothing was charged. */
  readonly isCharged: boolean;
  /** HTTP status of the refusal. */
  readonly status: number | undefined;
  /** True if another model may answer: the provider timed out, is overloaded or has a fault. */
  readonly isPassing: boolean;
  constructor(cause: unknown) {
    super('the AI provider failed', { cause });
    this.status = statusIn(cause);
    this.isCharged = this.status === undefined && !wasNeverReached(cause);
    this.isPassing = this.status === undefined || this.status >= 500 || [408, 429].includes(this.status);
  }
}

/** Thrown for an answer that is not the provider's, such as a proxy's page with status 200. */
class ForeignAnswer extends Error {
  override name = 'ForeignAnswer';
  readonly statusCode = 502;
}

/** Thrown for a complete answer without a visible character. */
class WordlessAnswer extends Error {
  override name = 'WordlessAnswer';
}

function statusIn(error: unknown): number | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { statusCode } = cause as { statusCode?: number };
    if (statusCode !== undefined && statusCode >= 400) return statusCode;
  }
  return undefined;
}

/** Codes of errors that occur before a request is sent: addresses, connections and certificates. */
const NEVER_REACHED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E(HOST|NET)(UNREACH|DOWN)|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|\w+_CERT(_\w+)?|UNABLE_TO_\w+|ERR_TLS_CERT_\w+)$/;

function wasNeverReached(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // `fetch` refuses the ports of other protocols with an error that has no code.
    if (NEVER_REACHED.test((cause as { code?: string }).code ?? '') || cause.message === 'bad port') return true;
  }
  return false;
}

type Asked = {
  messages: Message[];
  /** Models in the order in which they are tried. */
  models: string[];
  answerTokens: number;
  signal: AbortSignal;
  timeoutMs?: number;
  firstPartMs?: number;
};

/**
 * Streams an answer of at most `answerTokens`. If a model fails before its first part, the next one is tried. Leaving
 * the loop early cancels the upstream call. A model is asked once, as each call would be charged. Throws
 * ProviderFailure, also after the usage of an answer without text; rejects with the reason of `signal` when aborted.
 */
export async function* streamAnswer(asked: Asked): AsyncGenerator<AnswerPart> {
  const deadline = AbortSignal.timeout(asked.timeoutMs ?? TIMEOUT_MS);
  for (const [at, model] of asked.models.entries()) {
    const isLast = at === asked.models.length - 1;
    let hasBegun = false;
    try {
      const patienceMs = isLast ? null : (asked.firstPartMs ?? FIRST_PART_MS);
      for await (const part of answerOf(model, asked, deadline, patienceMs)) {
        if (!hasBegun) yield { kind: 'model', model };
        hasBegun = true;
        yield part;
      }
      return;
    } catch (error) {
      asked.signal.throwIfAborted();
      const failure = new ProviderFailure(error);
      if (hasBegun || isLast || !failure.isPassing || deadline.aborted) throw failure;
      yield { kind: 'failed', model, status: failure.status };
    }
  }
}

/** Streams the answer of one model. Aborts if the first part does not come within `patienceMs`. */
async function* answerOf(
  model: string,
  asked: Asked,
  deadline: AbortSignal,
  patienceMs: number | null,
): AsyncGenerator<AnswerPart> {
  const left = new AbortController();
  const impatient = patienceMs === null ? undefined : setTimeout(() => left.abort(), patienceMs);
  const signal = AbortSignal.any([asked.signal, left.signal, deadline]);
  let isEmpty = true;
  let hasWords = false;
  try {
    for await (const part of await partsOf(model, asked, signal)) {
      if (part.type === 'error') throw part.error;
      if (part.type === 'abort') throw signal.reason;
      if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
        clearTimeout(impatient);
        isEmpty = false;
        hasWords ||= part.type === 'text-delta' && part.text.trim() !== '';
        yield { kind: part.type === 'text-delta' ? 'text' : 'reasoning', text: part.text };
      }
      if (part.type === 'finish') {
        isEmpty = false;
        const ending = endingOf(part);
        yield { kind: 'usage', usage: usageOf(part.totalUsage), ending };
        // The notices of other endings explain an answer without words, as of a filter.
        if (!hasWords && ending === 'whole') throw new WordlessAnswer(`no text (${part.finishReason})`);
      }
    }
  } catch (error) {
    throw isEmpty && hasNoEvents(error) ? new ForeignAnswer('no event of an answer', { cause: error }) : error;
  } finally {
    clearTimeout(impatient);
    left.abort();
  }
}

/** Reasons that only some providers give. An empty one is of a provider that gives none. */
const OTHER = {
  whole: /^(stop|stop_sequence|end_turn|eos|eos_token|complete|completed)?$/i,
  length: /^(model_length|max_tokens)$/i,
};

function endingOf(part: { finishReason: string; rawFinishReason: string | undefined }): Ending {
  const reason = part.finishReason === 'other' ? (part.rawFinishReason ?? '') : part.finishReason;
  if (OTHER.whole.test(reason)) return 'whole';
  return reason === 'length' || OTHER.length.test(reason) ? 'length' : 'early';
}

/** True for a complete stream that contains no finish reason. */
const hasNoEvents = (error: unknown) => error instanceof Error && error.name === 'AI_InvalidResponseDataError';

/** Rejects HTML responses, which proxies send when a provider is down. */
const fetchAnswer: typeof fetch = async (...request) => {
  const response = await fetch(...request);
  const type = response.headers.get('Content-Type') ?? '';
  if (!response.ok || !type.toLowerCase().startsWith('text/html')) return response;
  await response.body?.cancel();
  throw new ForeignAnswer('a web page');
};

async function partsOf(model: string, { messages, answerTokens }: Asked, signal: AbortSignal) {
  const { ai } = config();
  if (!ai) throw new Error('no AI provider is configured');
  // Imported lazily, as hundreds of kilobytes are needed only for the first AI call.
  const [{ streamText }, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ]);
  const provider = createOpenAICompatible({
    name: 'provider',
    baseURL: ai.baseUrl,
    includeUsage: true,
    fetch: fetchAnswer,
    ...(ai.apiKey ? { apiKey: ai.apiKey } : {}),
  });
  return streamText({
    model: provider(model),
    instructions: messages
      .filter(({ role }) => role === 'system')
      .map(({ content }) => content)
      .join('\n'),
    prompt: messages
      .filter(({ role }) => role === 'user')
      .map(({ content }) => content)
      .join('\n'),
    maxOutputTokens: answerTokens,
    maxRetries: 0,
    abortSignal: signal,
    // The error is reported where the call is settled.
    onError: () => undefined,
  }).stream;
}

type TotalUsage = { inputTokens: number | undefined; outputTokens: number | undefined };
const usageOf = ({ inputTokens, outputTokens }: TotalUsage): ProviderUsage => ({
  promptTokens: inputTokens,
  completionTokens: outputTokens,
});
