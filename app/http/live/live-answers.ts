import { setTimeout as pause } from 'node:timers/promises';
import * as Y from 'yjs';
import { AnswerTurns } from '#app/http/live/answer-turns.ts';
import { answerMessage } from '#app/http/live/messages.ts';
import type { TimeShare } from '#app/http/live/time-share.ts';
import type { LiveDocument } from '#app/services/live/live-document.ts';

const turns = new AnswerTurns();

/** Calls `done` once the message has left this process, or the connection has ended. */
type Send = (message: Uint8Array, done: () => void) => void;

/** `person`: the key of their turns. `share`: their time on the main thread. */
type Asker = { person: string; share: TimeShare };

/** Answers one connection's requests for the changes that it lacks, one at a time. */
export class LiveAnswers {
  readonly #asker: Asker;
  readonly #document: LiveDocument;
  readonly #send: Send;
  /** The state vector of the newest unanswered request. Its answer serves older ones too. */
  #asked: Uint8Array | null = null;
  #isAnswering = false;

  constructor(asker: Asker, document: LiveDocument, send: Send) {
    this.#asker = asker;
    this.#document = document;
    this.#send = send;
  }

  /** Sends what a state vector lacks, including every save acknowledged before the call, by any process. */
  async answer(vector: Uint8Array): Promise<void> {
    this.#asked = knownPart(vector, this.#document.doc);
    if (this.#isAnswering) return;
    this.#isAnswering = true;
    const end = await turns.take(this.#asker.person);
    try {
      while (this.#asked && !this.#document.isEnded) await this.#answerNewest();
    } finally {
      this.#isAnswering = false;
      end();
    }
  }

  async #answerNewest(): Promise<void> {
    const { share } = this.#asker;
    // Requests that arrive meanwhile share one answer.
    if (share.pauseMs > 0) await pause(share.pauseMs);
    const vector = this.#asked!;
    this.#asked = null;
    await this.#document.refresh();
    if (this.#document.isEnded) return;
    const message = share.run(() => answerMessage(Y.encodeStateAsUpdate(this.#document.doc, vector)));
    await new Promise<void>((done) => this.#send(message, done));
  }
}

/** Drops the clients that a document does not know, so that a waiting request stays small. */
function knownPart(vector: Uint8Array, { store }: Y.Doc): Uint8Array {
  const known = [...Y.decodeStateVector(vector)].filter(([client]) => store.clients.has(client));
  return Y.encodeStateVector(new Map(known));
}
