import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { outward } from '#app/address/base-path.ts';
import { request } from '#app/browser/request.ts';
import { Heartbeat } from '#app/features/editor/browser/live/heartbeat.ts';
import { CLOSING, MESSAGE, SYNC_STEP } from '#app/schemas/live-messages.ts';

/** Close codes after which reconnecting would not help. */
const FINAL: number[] = [
  CLOSING.malformed,
  CLOSING.sessionEnded,
  CLOSING.permissionTaken,
  CLOSING.gone,
  CLOSING.tooMany,
];

const RETRY_FIRST_MS = 1000;
const RETRY_MOST_MS = 30_000;
/** Time after which an unanswered connection counts as refused: some proxies let it hang. */
const OPENS_WITHIN_MS = 10_000;
/** Refused or mute connections, each with an answered request after it, that count as blocked. */
const BLOCKED_AFTER = 3;

export type SocketEvents = {
  onOpen: () => void;
  /** `isAnswer` is true for the response to a state vector. */
  onUpdate: (update: Uint8Array, isAnswer: boolean) => void;
  /** Called when the server requests the updates missing from a state vector. */
  onVector: (vector: Uint8Array) => void;
  onAwareness: (update: Uint8Array) => void;
  onStored: (vector: Uint8Array) => void;
  onDenied: () => void;
  /** `blocked`: the server answers requests but not this connection. */
  onClosed: (reason: 'lost' | 'blocked' | 'final' | 'state unknown', code: number) => void;
};

/** WebSocket of a live document. Reconnects until it is closed for good, also if the other end falls silent. */
export class LiveSocket {
  readonly #docId: string;
  readonly #events: SocketEvents;
  #socket: WebSocket | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #retryMs = RETRY_FIRST_MS;
  #refusals = 0;
  /** True if the server sent something over the current, or else over the last connection. */
  #isHeard = false;
  #isEnded = false;
  readonly #heartbeat = new Heartbeat({
    ask: () => this.#send([MESSAGE.queryAwareness]),
    onLost: () => this.#lose(),
  });

  constructor(docId: string, events: SocketEvents) {
    this.#docId = docId;
    this.#events = events;
    addEventListener('online', this.#connectNow);
    this.#connect();
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  sendVector = (vector: Uint8Array) => this.#send([MESSAGE.sync, SYNC_STEP.vector], vector);
  sendUpdate = (update: Uint8Array) => this.#send([MESSAGE.sync, SYNC_STEP.update], update);
  sendAwareness = (update: Uint8Array) => this.#send([MESSAGE.awareness], update);

  /** Reconnects unless the server answers soon. */
  check(): void {
    if (this.isOpen) this.#heartbeat.ask();
  }

  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#retry);
    this.#heartbeat.end();
    removeEventListener('online', this.#connectNow);
    this.#socket?.close();
  }

  readonly #connectNow = () => {
    if (this.#isEnded) return;
    if (this.#socket) this.#lose();
    clearTimeout(this.#retry);
    this.#connect();
  };

  /** Gives up a connection without waiting for its close, which takes long without another end. */
  #lose(): void {
    const lost = this.#socket;
    this.#closed(0);
    lost?.close();
  }

  #connect(): void {
    const { protocol, host } = location;
    const address = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${outward(`/api/documents/${this.#docId}/live`)}`;
    const socket = new WebSocket(address);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    this.#isHeard = false;
    const opening = setTimeout(() => socket.close(), OPENS_WITHIN_MS);
    socket.onopen = () => {
      clearTimeout(opening);
      if (this.#socket !== socket) return;
      // The server begins.
      this.#heartbeat.expect();
      this.#events.onOpen();
    };
    socket.onmessage = ({ data }) => {
      if (this.#socket !== socket) return;
      this.#isHeard = true;
      this.#refusals = 0;
      this.#retryMs = RETRY_FIRST_MS;
      if (!this.#isEnded) this.#heartbeat.onHeard();
      this.#receive(new Uint8Array(data as ArrayBuffer));
    };
    socket.onclose = ({ code }) => {
      clearTimeout(opening);
      if (this.#socket === socket) this.#closed(code);
    };
  }

  #closed(code: number): void {
    this.#socket = null;
    this.#heartbeat.end();
    if (this.#isEnded) return;
    if (FINAL.includes(code) || code === CLOSING.stateUnknown) {
      this.end();
      this.#events.onClosed(code === CLOSING.stateUnknown ? 'state unknown' : 'final', code);
      return;
    }
    this.#events.onClosed('lost', code);
    const waitMs = code === CLOSING.stopping ? 100 : this.#retryMs;
    this.#retryMs = Math.min(RETRY_MOST_MS, 2 * this.#retryMs);
    this.#retry = setTimeout(() => void this.#connectAgain(), waitMs);
  }

  /**
   * Browsers do not report why an upgrade was refused. A quiet API request renews an expired session first; the next
   * attempt follows even if it fails.
   */
  async #connectAgain(): Promise<void> {
    if (!this.#isHeard && (await this.#isServerThere())) this.#refusals += 1;
    if (this.#isEnded || this.#socket) return;
    if (this.#refusals === BLOCKED_AFTER) this.#events.onClosed('blocked', 0);
    if (!this.#isEnded) this.#connect();
  }

  async #isServerThere(): Promise<boolean> {
    try {
      await request('GET', `/api/documents/${this.#docId}/presence`, { quiet: true });
      return true;
    } catch {
      return false;
    }
  }

  #send(types: number[], payload?: Uint8Array): void {
    if (!this.isOpen) return;
    const encoder = encoding.createEncoder();
    for (const type of types) encoding.writeVarUint(encoder, type);
    if (payload) encoding.writeVarUint8Array(encoder, payload);
    this.#socket?.send(encoding.toUint8Array(encoder) as Uint8Array<ArrayBuffer>);
  }

  #receive(message: Uint8Array): void {
    const decoder = decoding.createDecoder(message);
    const type = decoding.readVarUint(decoder);
    if (type === MESSAGE.awareness) this.#events.onAwareness(decoding.readVarUint8Array(decoder));
    else if (type === MESSAGE.stored) this.#events.onStored(decoding.readVarUint8Array(decoder));
    else if (type === MESSAGE.auth) this.#events.onDenied();
    else if (type === MESSAGE.sync) this.#receiveSync(decoder);
  }

  #receiveSync(decoder: decoding.Decoder): void {
    const step = decoding.readVarUint(decoder);
    const payload = decoding.readVarUint8Array(decoder);
    if (step === SYNC_STEP.vector) this.#events.onVector(payload);
    else this.#events.onUpdate(payload, step !== SYNC_STEP.update);
  }
}
