import type { WebSocket } from 'ws';
import * as Y from 'yjs';
import { CloseQueue } from '#app/http/live/close-queue.ts';
import { LiveAnswers } from '#app/http/live/live-answers.ts';
import type { LiveVisitor } from '#app/http/live/live-visitor.ts';
import {
  awarenessMessage,
  deniedMessage,
  readMessage,
  storedMessage,
  updateMessage,
  vectorMessage,
} from '#app/http/live/messages.ts';
import { SharedChecks } from '#app/http/live/shared-checks.ts';
import { log } from '#app/observability/log.ts';
import { CLOSING } from '#app/schemas/live-messages.ts';
import { checkVector, LiveRefusal } from '#app/services/live/check-update.ts';
import type { LiveDocument, LiveMember } from '#app/services/live/live-document.ts';
import { closeIfEmpty } from '#app/services/live/live-documents.ts';
import { type LiveRights, liveRights } from '#app/services/live/live-rights.ts';
import { presentUser } from '#app/services/live/present-user.ts';

const MESSAGE_MAX = 1024 * 1024;
/** Maximum messages of one client in ten seconds; fast typing with a moving cursor makes about 300. */
const MESSAGES_MAX = 2000;
const MESSAGES_WINDOW_MS = 10_000;
/** Maximum bytes buffered for a client that does not read, before it is closed. */
const UNREAD_MAX = 8 * 1024 * 1024;
/** Interval of access checks, so that changed rights take effect within two seconds (contract §7). */
const RIGHTS_EVERY_MS = 1200;
const PING_EVERY_MS = 25_000;

const closings = new CloseQueue();

type Checked = LiveRights | { code: number };
const rightsChecks = new SharedChecks<Checked>(RIGHTS_EVERY_MS, (error) => {
  log.warn({ error, event: 'live-rights-failed' }, 'rights were not checked');
});

/** Connects a socket to a live document until either ends. `joined` are the visitor's initial rights. */
export function connect(socket: WebSocket, visitor: LiveVisitor, document: LiveDocument, joined: LiveRights): void {
  let rights = joined;
  let isAlive = true;
  let isClosing = false;
  let isPresenceSent = true;
  const user = presentUser(visitor.actor);
  const allowance = new MessageAllowance();

  // A connection that waits for its turn to close sends and receives nothing more.
  const close = (code: number) => {
    if (isClosing) return;
    isClosing = true;
    closings.close(socket, code);
  };
  const send = (message: Uint8Array, done = () => {}) => {
    if (isClosing || socket.readyState !== socket.OPEN) return done();
    if (socket.bufferedAmount <= UNREAD_MAX) return socket.send(message, done);
    close(CLOSING.tooMany);
    done();
  };
  const answers = new LiveAnswers(visitor.actor.id, document, send);
  const member: LiveMember = {
    userId: visitor.actor.id,
    send: (update) => send(updateMessage(update)),
    stored: (vector) => send(storedMessage(vector)),
    presence: (update) => send(awarenessMessage(update)),
    close,
  };

  const change = (update: Uint8Array, isAnswer: boolean) => {
    if (rights.mayEdit) return document.receive(update, member);
    // An answer of a reader is refused only if it contains changes.
    if (!isAnswer || holdsNews(update, document.doc)) send(deniedMessage('read only'));
  };
  const receive = (bytes: Uint8Array) => {
    if (bytes.length > MESSAGE_MAX) throw new LiveRefusal(CLOSING.malformed);
    if (!allowance.take()) throw new LiveRefusal(CLOSING.tooMany);
    const message = readMessage(bytes);
    if (message.kind === 'update') return change(message.update, message.isAnswer);
    if (message.kind === 'awareness') return document.presence.receive(message.update, member, user, rights.mayEdit);
    if (message.kind === 'queryAwareness') return sendPresence();
    checkVector(message.vector, document.epoch);
    answers.answer(message.vector).catch((error) => log.warn({ error, event: 'live-answer-failed' }, 'a client waits'));
  };
  const sendPresence = () => {
    const here = document.presence.everyone();
    // The list of a crowd is long: a client that asks again before it has read the answer gets no second one.
    if (!here || !isPresenceSent) return;
    isPresenceSent = false;
    send(awarenessMessage(here), () => {
      isPresenceSent = true;
    });
  };
  const checkRights = async (): Promise<Checked> => {
    if (!(await visitor.isStillGood())) return { code: CLOSING.sessionEnded };
    return liveRights(visitor.actor, document.id);
  };

  socket.binaryType = 'nodebuffer';
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isClosing || socket.readyState !== socket.OPEN || document.isEnded) return;
    try {
      if (!isBinary) throw new LiveRefusal(CLOSING.malformed);
      receive(data);
    } catch (error) {
      const code = error instanceof LiveRefusal ? error.code : CLOSING.malformed;
      log.warn({ event: 'live-refused', code, bytes: data.length }, 'a message of shared writing was refused');
      close(code);
    }
  });
  socket.on('pong', () => {
    isAlive = true;
  });
  socket.on('error', () => socket.terminate());
  const stopChecks = rightsChecks.watch(`${visitor.key} ${document.id}`, checkRights, (now) => {
    if ('code' in now) return close(now.code);
    rights = { mayEdit: now.mayEdit && visitor.mayWrite };
  });
  const pingTimer = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, PING_EVERY_MS);
  socket.on('close', () => {
    stopChecks();
    clearInterval(pingTimer);
    document.members.delete(member);
    document.presence.leave(member);
    closeIfEmpty(document).catch((error) => log.error({ error, event: 'live-close-failed' }, 'a document stays open'));
  });

  document.members.add(member);
  // Ended between the checks and the handshake.
  if (document.isEnded) close(CLOSING.stateUnknown);
  send(vectorMessage(Y.encodeStateVector(document.doc)));
  send(storedMessage(document.storedVector));
  sendPresence();
}

/** Returns true if an update has changes that a document lacks. */
function holdsNews(update: Uint8Array, doc: Y.Doc): boolean {
  const known = Y.decodeStateVector(Y.encodeStateVector(doc));
  const { to } = Y.parseUpdateMeta(update);
  return [...to].some(([client, clock]) => clock > (known.get(client) ?? 0));
}

class MessageAllowance {
  #count = 0;
  #since = Date.now();

  take(): boolean {
    const now = Date.now();
    if (now - this.#since > MESSAGES_WINDOW_MS) {
      this.#since = now;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count <= MESSAGES_MAX;
  }
}
