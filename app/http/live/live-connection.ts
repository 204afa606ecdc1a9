import type { WebSocket } from 'ws';
import * as Y from 'yjs';
import { CloseQueue } from '#app/http/live/close-queue.ts';
import { LiveAnswers } from '#app/http/live/live-answers.ts';
import type { LiveVisitor } from '#app/http/live/live-visitor.ts';
import { MessageAllowance } from '#app/http/live/message-allowance.ts';
import {
  awarenessMessage,
  deniedMessage,
  readMessage,
  storedMessage,
  updateMessage,
  vectorMessage,
} from '#app/http/live/messages.ts';
import { PacedMessages } from '#app/http/live/paced-messages.ts';
import { type SharedAllowance, SharedAllowances } from '#app/http/live/shared-allowances.ts';
import { SharedChecks } from '#app/http/live/shared-checks.ts';
import { TimeShare } from '#app/http/live/time-share.ts';
import { log } from '#app/observability/log.ts';
import { CLOSING } from '#app/schemas/live-messages.ts';
import { checkVector, LiveRefusal } from '#app/services/live/check-update.ts';
import type { LiveDocument, LiveMember } from '#app/services/live/live-document.ts';
import { closeIfEmpty } from '#app/services/live/live-documents.ts';
import { type LiveRights, liveRights } from '#app/services/live/live-rights.ts';
import type { PresentUser } from '#app/services/live/presence.ts';
import { presentUser } from '#app/services/live/present-user.ts';

const MESSAGE_MAX = 1024 * 1024;
/** Maximum bytes buffered for a client that does not read, before it is closed. */
const UNREAD_MAX = 8 * 1024 * 1024;
/** Interval of access checks, so that changed rights take effect within two seconds (contract §7). */
const RIGHTS_EVERY_MS = 1200;
const PING_EVERY_MS = 25_000;
/** Time for a client to end a connection after a message that was too long to be read. */
const ENDS_WITHIN_MS = 10_000;

const closings = new CloseQueue();
const messageAllowances = new SharedAllowances(() => new MessageAllowance());
const timeShares = new SharedAllowances(() => new TimeShare());

type Checked = LiveRights | { code: number };
const rightsChecks = new SharedChecks<Checked>(RIGHTS_EVERY_MS, (error) => {
  log.warn({ error, event: 'live-rights-failed' }, 'rights were not checked');
});

/** Connects a socket to a live document until either ends. `joined` are the visitor's initial rights. */
export function connect(socket: WebSocket, visitor: LiveVisitor, document: LiveDocument, joined: LiveRights): void {
  new LiveConnection(socket, visitor, document, joined).join();
}

/** A socket as a member of a live document. */
class LiveConnection implements LiveMember {
  readonly userId: string;
  readonly #socket: WebSocket;
  readonly #visitor: LiveVisitor;
  readonly #document: LiveDocument;
  readonly #user: PresentUser;
  readonly #messages: SharedAllowance<MessageAllowance>;
  readonly #time: SharedAllowance<TimeShare>;
  readonly #answers: LiveAnswers;
  #rights: LiveRights;
  #isClosing = false;
  #isPresenceSent = true;

  constructor(socket: WebSocket, visitor: LiveVisitor, document: LiveDocument, joined: LiveRights) {
    const userId = visitor.actor.id;
    this.userId = userId;
    this.#socket = socket;
    this.#visitor = visitor;
    this.#document = document;
    this.#user = presentUser(visitor.actor);
    this.#rights = joined;
    this.#messages = messageAllowances.join(`${userId} ${document.id}`);
    this.#time = timeShares.join(userId);
    const sender = { person: userId, share: this.#time.allowance };
    this.#answers = new LiveAnswers(sender, document, (message, done) => this.#send(message, done));
  }

  /** Adds the socket to the document and sends it the document's state. */
  join(): void {
    const document = this.#document;
    const ends = [this.#readMessages(), this.#watchRights(), this.#ping()];
    this.#socket.on('close', () => {
      for (const end of ends) end();
      this.#leave();
    });
    document.members.add(this);
    // Ended between the checks and the handshake.
    if (document.isEnded) this.close(CLOSING.stateUnknown);
    this.#send(vectorMessage(Y.encodeStateVector(document.doc)));
    this.stored(document.storedVector);
    this.#sendPresence();
  }

  send(update: Uint8Array): void {
    this.#send(updateMessage(update));
  }

  stored(vector: Uint8Array): void {
    this.#send(storedMessage(vector));
  }

  presence(update: Uint8Array): void {
    this.#send(awarenessMessage(update));
  }

  /** Ends the connection. While it waits for its turn to close, it sends and receives nothing more. */
  close(code: number): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    closings.close(this.#socket, code);
  }

  #send(message: Uint8Array, done = () => {}): void {
    const socket = this.#socket;
    const isOpen = !this.#isClosing && socket.readyState === socket.OPEN;
    if (isOpen && socket.bufferedAmount <= UNREAD_MAX) socket.send(message, done);
    else {
      if (isOpen) this.close(CLOSING.tooMany);
      done();
    }
  }

  #isOver(): boolean {
    return this.#isClosing || this.#socket.readyState !== this.#socket.OPEN || this.#document.isEnded;
  }

  /** Receives messages, binary ones at the person's pace. Returns a function that drops those that wait. */
  #readMessages(): () => void {
    const socket = this.#socket;
    socket.binaryType = 'nodebuffer';
    const paced = new PacedMessages(socket, this.#time.allowance, (data) => this.#receiveOrRefuse(data));
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (this.#isOver()) return;
      if (isBinary) paced.receive(data);
      else this.#refuse(CLOSING.malformed, data.length);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // `ws` has sent the close frame, which a client reads once its message has left.
      if (error.code !== 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') return socket.terminate();
      setTimeout(() => socket.terminate(), ENDS_WITHIN_MS).unref();
    });
    return () => paced.stop();
  }

  #receiveOrRefuse(data: Uint8Array): void {
    if (this.#isOver()) return;
    try {
      this.#receive(data);
    } catch (error) {
      this.#refuse(error instanceof LiveRefusal ? error.code : CLOSING.malformed, data.length);
    }
  }

  #refuse(code: number, bytes: number): void {
    log.warn({ event: 'live-refused', closeCode: code, bytes }, 'a message of shared writing was refused');
    this.close(code);
  }

  #receive(bytes: Uint8Array): void {
    if (bytes.length > MESSAGE_MAX) throw new LiveRefusal(CLOSING.malformed);
    if (!this.#messages.allowance.take()) throw new LiveRefusal(CLOSING.tooMany);
    const message = readMessage(bytes);
    if (message.kind === 'update') this.#change(message.update, message.isAnswer);
    else if (message.kind === 'awareness')
      this.#document.presence.receive(message.update, this, this.#user, this.#rights.mayEdit);
    else if (message.kind === 'queryAwareness') this.#sendPresence();
    else this.#answer(message.vector);
  }

  #change(update: Uint8Array, isAnswer: boolean): void {
    if (this.#rights.mayEdit) this.#document.receive(update, this);
    // An answer of a reader is refused only if it contains changes.
    else if (!isAnswer || holdsNews(update, this.#document.doc)) this.#send(deniedMessage('read only'));
  }

  #answer(vector: Uint8Array): void {
    checkVector(vector, this.#document.epoch);
    this.#answers.answer(vector).catch((error) => log.warn({ error, event: 'live-answer-failed' }, 'a client waits'));
  }

  #sendPresence(): void {
    const here = this.#document.presence.everyone();
    // The list of a crowd is long: a client that asks again before it has read the answer gets no second one.
    if (!here || !this.#isPresenceSent) return;
    this.#isPresenceSent = false;
    this.#send(awarenessMessage(here), () => {
      this.#isPresenceSent = true;
    });
  }

  /** Applies changed rights, and closes a connection without any. Returns a function that stops it. */
  #watchRights(): () => void {
    const { key, actor, mayWrite } = this.#visitor;
    const check = async (): Promise<Checked> => {
      if (!(await this.#visitor.isStillGood())) return { code: CLOSING.sessionEnded };
      return liveRights(actor, this.#document.id);
    };
    return rightsChecks.watch(`${key} ${this.#document.id}`, check, (now) => {
      if ('code' in now) this.close(now.code);
      else this.#rights = { mayEdit: now.mayEdit && mayWrite };
    });
  }

  /** Ends a connection that does not answer. Returns a function that stops it. */
  #ping(): () => void {
    const socket = this.#socket;
    let isAlive = true;
    socket.on('pong', () => {
      isAlive = true;
    });
    const timer = setInterval(() => {
      if (!isAlive) return socket.terminate();
      isAlive = false;
      socket.ping();
    }, PING_EVERY_MS);
    return () => clearInterval(timer);
  }

  #leave(): void {
    const document = this.#document;
    this.#messages.leave();
    this.#time.leave();
    document.members.delete(this);
    document.presence.leave(this);
    closeIfEmpty(document).catch((error) => log.error({ error, event: 'live-close-failed' }, 'a document stays open'));
  }
}

/** Returns true if an update has changes that a document lacks. */
function holdsNews(update: Uint8Array, doc: Y.Doc): boolean {
  const known = Y.decodeStateVector(Y.encodeStateVector(doc));
  const { to } = Y.parseUpdateMeta(update);
  return [...to].some(([client, clock]) => clock > (known.get(client) ?? 0));
}
