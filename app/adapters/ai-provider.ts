import { config } from '#app/config.server.ts';

/** Timeout for a whole answer; proxies and browsers commonly time out after a minute. */
const TIMEOUT_MS = 50_000;

export type Message = { role: 'system' | 'user'; content: string };
/** Token counts reported by the provider; each is undefined if not reported. */
export type ProviderUsage = { promptTokens: number | undefined; completionTokens: number | undefined };
export type AnswerPart = { kind: 'text' | 'reasoning'; text: string } | { kind: 'usage'; usage: ProviderUsage };

/** Thrown if the provider failed or timed out. `cause` contains its own message, for debugging only. */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure';
  /** False if the provider refused the request or was not reached, so that nothing was charged. */
  readonly isCharged: boolean;
  /** HTTP status of the refusal. */
  readonly status: number | undefined;
  constructor(cause: unknown) {
    super('the AI provider failed', { cause });
    const { statusCode } = (cause ?? {}) as { statusCode?: number };
    this.status = statusCode !== undefined && statusCode >= 400 ? statusCode : undefined;
    this.isCharged = this.status === undefined && !wasNeverReached(cause);
  }
}

const NEVER_REACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

function wasNeverReached(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (NEVER_REACHED.has((cause as { code?: string }).code ?? '')) return true;
  }
  return false;
}

type Asked = { messages: Message[]; answerTokens: number; signal: AbortSignal; timeoutMs?: number };

/**
 * Streams an answer of at most `answerTokens`. Leaving the loop early cancels the upstream call. There are no retries,
 * as each would be charged. Throws ProviderFailure; rejects with the reason of `signal` when aborted.
 */
export async function* streamAnswer(asked: Asked): AsyncGenerator<AnswerPart> {
  const left = new AbortController();
  const signal = AbortSignal.any([asked.signal, left.signal, AbortSignal.timeout(asked.timeoutMs ?? TIMEOUT_MS)]);
  try {
    for await (const part of await partsOf(asked, signal)) {
      if (part.type === 'error') throw part.error;
      if (part.type === 'abort') throw signal.reason;
      if (part.type === 'text-delta') yield { kind: 'text', text: part.text };
      if (part.type === 'reasoning-delta') yield { kind: 'reasoning', text: part.text };
      if (part.type === 'finish') yield { kind: 'usage', usage: usageOf(part.totalUsage) };
    }
  } catch (error) {
    asked.signal.throwIfAborted();
    throw new ProviderFailure(error);
  } finally {
    left.abort();
  }
}

async function partsOf({ messages, answerTokens }: Asked, signal: AbortSignal) {
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
    ...(ai.apiKey ? { apiKey: ai.apiKey } : {}),
  });
  return streamText({
    model: provider(ai.model),
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
