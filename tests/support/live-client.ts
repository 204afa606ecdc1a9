import * as decoding from 'lib0/decoding';
import { WebSocket } from 'ws';
import { WebsocketProvider } from 'y-websocket';
import * as Y from 'yjs';
import type { Client } from '#tests/support/client.ts';
import { until } from '#tests/support/until.ts';

const STORED = 4;

/** An editor without a browser: the `y-websocket` client with a person's cookies or a token. */
export class LiveClient {
  readonly doc = new Y.Doc();
  readonly provider: WebsocketProvider;
  readonly content = this.doc.getText('content');
  readonly title = this.doc.getText('title');
  /** Codes with which the server closed the connection. */
  readonly closings: number[] = [];
  /** State vectors the server acknowledged. */
  storedVector: Uint8Array = new Uint8Array([0]);

  constructor(person: Client, documentId: string, { token, url = person.url }: { token?: string; url?: string } = {}) {
    const headers = token ? { Authorization: `Bearer ${token}` } : { Cookie: cookieHeader(person) };
    const client = this;
    class SignedSocket extends WebSocket {
      constructor(address: string | URL) {
        super(address, { headers });
        this.on('close', (code) => client.closings.push(code));
      }
    }
    const base = `${url.replace(/^http/, 'ws')}/api/documents/${documentId}`;
    this.provider = new WebsocketProvider(base, 'live', this.doc, {
      WebSocketPolyfill: SignedSocket as never,
      disableBc: true,
      maxBackoffTime: 200,
    });
    this.provider.messageHandlers[STORED] = (_encoder, decoder) => {
      this.storedVector = decoding.readVarUint8Array(decoder);
    };
  }

  async joined(): Promise<this> {
    await until(async () => {
      if (!this.provider.synced) throw new Error(`Not joined: closed with ${this.closings}`);
    });
    return this;
  }

  get text(): string {
    return this.content.toString();
  }

  /** True if the database has every change of this client. */
  get isStored(): boolean {
    const stored = Y.decodeStateVector(this.storedVector);
    return [...Y.decodeStateVector(Y.encodeStateVector(this.doc))].every(
      ([client, clock]) => (stored.get(client) ?? 0) >= clock,
    );
  }

  leave(): void {
    this.provider.destroy();
    this.doc.destroy();
  }
}

export function cookieHeader({ browser }: Client): string {
  return [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}
