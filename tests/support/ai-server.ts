import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { countTokens, decode, encode } from 'gpt-tokenizer/encoding/o200k_base';

/**
 * The next fault: pause after the first piece until released, never respond, drop the connection after the first piece,
 * report no or wrong usage, refuse, or send malformed events.
 */
export type AiTrouble =
  | 'stall'
  | 'silence'
  | 'drop'
  | 'no usage'
  | 'negative usage'
  | 'text for usage'
  | 'too much usage'
  | 'no answer counted'
  | 'too many requests'
  | 'fault'
  | 'malformed event'
  | 'error event'
  | 'web page'
  | 'empty page'
  | null;

export type Charge = { promptTokens: number; completionTokens: number };
type Answer = { response: ServerResponse; trouble: AiTrouble };
type Asked = {
  model: string;
  stream: boolean;
  max_tokens: number;
  messages: { role: string; content: string }[];
  stream_options?: { include_usage?: boolean };
};

export const MODEL = 'small';
/** The other models are fallbacks. */
export const MODELS = [MODEL, 'medium', 'large'];

/** Test double of an OpenAI-compatible provider. Streams answers, respects `max_tokens` and records its charges. */
export class AiServer {
  answer = 'Apples keep well in a cool cellar.';
  /** Reason for the end of an answer that is not cut by `max_tokens`. */
  finishReason = 'stop';
  trouble: AiTrouble = null;
  /** Faults of single models, which take precedence. */
  readonly troubles = new Map<string, AiTrouble>();
  /** Every received call in order. */
  readonly asked: Asked[] = [];
  readonly charges: Charge[] = [];
  /** Calls whose client disconnected before the end. */
  abandoned = 0;

  readonly #waiting = new Set<() => void>();
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error: Error) => response.destroy(error));
  });

  async start(): Promise<this> {
    await new Promise<void>((listening) => this.#server.listen(0, '127.0.0.1', listening));
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get env(): Record<string, string> {
    return { AI_BASE_URL: `http://${this.host}/v1`, AI_API_KEY: 'test-key', AI_MODEL: MODEL };
  }

  /** Total tokens charged. */
  get charged(): number {
    return this.charges.reduce((sum, { promptTokens, completionTokens }) => sum + promptTokens + completionTokens, 0);
  }

  /** All message texts of the last call. */
  get lastPrompt(): string {
    return (
      this.asked
        .at(-1)
        ?.messages.map(({ content }) => content)
        .join('\n') ?? ''
    );
  }

  /** Number of stalled calls. */
  get stalled(): number {
    return this.#waiting.size;
  }

  /** Resumes stalled calls. */
  goOn(): void {
    for (const resume of this.#waiting) resume();
    this.#waiting.clear();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = (await json(request)) as Asked;
    const isKnown = request.url === '/v1/chat/completions' && request.headers.authorization === 'Bearer test-key';
    if (!isKnown || !MODELS.includes(asked.model) || !asked.stream || !(asked.max_tokens >= 1)) {
      return sendError(response, 400);
    }
    this.asked.push(asked);
    const trouble = this.troubles.get(asked.model) ?? this.trouble;
    if (trouble === 'fault') return sendError(response, 500);
    if (trouble === 'too many requests') return sendError(response, 429);
    if (trouble === 'web page') return sendPage(response, 'text/html; charset=utf-8');
    if (trouble === 'empty page') return sendPage(response, 'text/event-stream');
    const charge: Charge = { promptTokens: countOf(asked), completionTokens: 0 };
    this.charges.push(charge);
    response.once('close', () => {
      if (!response.writableEnded) this.abandoned += 1;
    });
    if (trouble === 'silence') return this.#untilToldOrLeft(response);
    await this.#stream(asked, charge, { response, trouble });
  }

  async #stream(asked: Asked, charge: Charge, { response, trouble }: Answer): Promise<void> {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const all = encode(this.answer);
    const tokens = all.slice(0, asked.max_tokens);
    for (const [at, token] of tokens.entries()) {
      if (at === 1 && trouble === 'stall') await this.#untilToldOrLeft(response);
      if (at === 1 && trouble === 'drop') return void response.destroy();
      if (at === 1 && trouble === 'malformed event') response.write('data: {"choices": [\n\n');
      if (at === 1 && trouble === 'error event') response.write('data: {"error":{"message":"overloaded"}}\n\n');
      if (response.destroyed) return;
      response.write(eventOf({ delta: { role: 'assistant', content: decode([token]) }, finish_reason: null }));
      charge.completionTokens += 1;
    }
    response.write(eventOf({ delta: {}, finish_reason: tokens.length < all.length ? 'length' : this.finishReason }));
    if (asked.stream_options?.include_usage && trouble !== 'no usage') response.write(usageEvent(charge, trouble));
    response.end('data: [DONE]\n\n');
  }

  #untilToldOrLeft(response: ServerResponse): Promise<void> {
    return new Promise((done) => {
      this.#waiting.add(done);
      response.once('close', () => {
        this.#waiting.delete(done);
        done();
      });
    });
  }
}

/** Counts tokens like a provider, without the overhead that a client reserves. */
function countOf({ messages }: Asked): number {
  return messages.reduce((sum, { content }) => sum + countTokens(content), 0);
}

const frame = { id: 'answer', object: 'chat.completion.chunk', created: 1, model: MODEL };
const eventOf = (choice: object) => `data: ${JSON.stringify({ ...frame, choices: [{ index: 0, ...choice }] })}\n\n`;

function usageEvent(charge: Charge, trouble: AiTrouble): string {
  return `data: ${JSON.stringify({ ...frame, choices: [], usage: usageOf(charge, trouble) })}\n\n`;
}

function usageOf({ promptTokens, completionTokens }: Charge, trouble: AiTrouble): object {
  const right = { prompt_tokens: promptTokens, completion_tokens: completionTokens };
  if (trouble === 'negative usage') return { prompt_tokens: -5, completion_tokens: -1 };
  if (trouble === 'text for usage') return { prompt_tokens: 'many', completion_tokens: 'few' };
  if (trouble === 'too much usage') return { prompt_tokens: 9_000_000, completion_tokens: 9_000_000 };
  if (trouble === 'no answer counted') return { ...right, completion_tokens: 0 };
  return right;
}

/** Sends what a proxy shows for a provider that is down. */
function sendPage(response: ServerResponse, type: string): void {
  response.writeHead(200, { 'Content-Type': type });
  response.end('<!doctype html><title>Maintenance</title><p>We are back soon.</p>');
}

function sendError(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ error: { message: `refused with ${status}` } }));
}
