import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { until } from '#tests/support/until.ts';

type Frame = { filename: string };
type SentryEvent = {
  environment?: string;
  tags?: Record<string, string>;
  transaction?: string;
  contexts?: { trace?: { op?: string }; feedback?: Record<string, string> } & Record<string, unknown>;
  exception?: { values: { type: string; value: string; stacktrace?: { frames: Frame[] } }[] };
};
export type Item = { type: string; payload: SentryEvent; text: string };

/** Test double of an error reporting service. Records the envelopes of server and browser. */
export class SentryServer {
  /** Each envelope as text, to check that it contains no private data. */
  readonly envelopes: string[] = [];
  readonly items: Item[] = [];
  /** Requests other than envelopes. */
  readonly others: string[] = [];

  readonly #server = createServer(async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*');
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    const isEnvelope = request.method === 'POST' && /^\/api\/1\/envelope\//.test(request.url ?? '');
    if (!isEnvelope) {
      this.others.push(`${request.method} ${request.url}`);
      return response.writeHead(404).end();
    }
    const bytes = await buffer(request);
    this.#take((request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString());
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"id":"0"}');
  });

  async start(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** The DSN of its project. */
  get dsn(): string {
    return `http://0123456789abcdef0123456789abcdef@127.0.0.1:${(this.#server.address() as AddressInfo).port}/1`;
  }

  get origin(): string {
    return new URL(this.dsn).origin;
  }

  /** Waits for the event whose error has this message. */
  async fault(message: string): Promise<SentryEvent> {
    const isMeant = ({ type, payload }: Item) =>
      type === 'event' && payload.exception?.values.some(({ value }) => value === message);
    return (await this.item(isMeant, message)).payload;
  }

  item(isMeant: (item: Item) => unknown, name: string): Promise<Item> {
    const find = () => {
      const item = this.items.find(isMeant);
      if (!item) throw new Error(`Not reported yet: ${name}; so far ${this.items.map(({ type }) => type).join(', ')}`);
      return item;
    };
    return until(find);
  }

  /** Parses headers of the envelope, then headers and payload of each item; payloads may contain line breaks. */
  #take(text: string): void {
    this.envelopes.push(text);
    let rest = text.slice(text.indexOf('\n') + 1);
    while (rest.trim() !== '') {
      const end = rest.indexOf('\n');
      const { type, length } = JSON.parse(rest.slice(0, end)) as { type: string; length?: number };
      const from = rest.slice(end + 1);
      const payload = length === undefined ? from.split('\n')[0]! : Buffer.from(from).subarray(0, length).toString();
      rest = from.slice(payload.length + 1);
      this.items.push({ type, payload: type === 'replay_recording' ? {} : JSON.parse(payload), text: payload });
    }
  }
}
