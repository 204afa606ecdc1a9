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
import { SharedAllowances } from '#app/http/live/shared-allowances.ts';
import { SharedChecks } from '#app/http/live/shared-checks.ts';
import { TimeShare } from '#app/http/live/time-share.ts';
import { log } from '#app/observability/log.ts';
import { CLOSING } from '#app/schemas/live-messages.ts';
import { checkVector, LiveRefusal } from '#app/services/live/check-update.ts';
import type { LiveDocument, LiveMember } from '#app/services/live/live-document.ts';
import { closeIfEmpty } from '#app/services/live/live-documents.ts';
import { type LiveRights, liveRights } from '#app/services/live/live-rights.ts';
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
  let rights = joined;
  let isAlive = true;
  let isClosing = false;
  let isPresenceSent = true;
  const user = presentUser(visitor.actor);
  const person = visitor.actor.id;
  const messages = messageAllowances.join(`${person} ${document.id}`);
  const time = timeShares.join(person);

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
  const answers = new LiveAnswers({ person, share: time.allowance }, document, send);
  const member: LiveMember = {
    userId: person,
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
    if (!messages.allowance.take()) throw new LiveRefusal(CLOSING.tooMany);
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
  const refuse = (code: number, bytes: number) => {
    log.warn({ event: 'live-refused', code, bytes }, 'a message of shared writing was refused');
    close(code);
  };
  const isOver = () => isClosing || socket.readyState !== socket.OPEN || document.isEnded;
  const paced = new PacedMessages(socket, time.allowance, (data) => {
    if (isOver()) return;
    try {
      receive(data);
    } catch (error) {
      refuse(error instanceof LiveRefusal ? error.code : CLOSING.malformed, data.length);
    }
  });
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isOver()) return;
    if (isBinary) paced.receive(data);
    else refuse(CLOSING.malformed, data.length);
  });
  socket.on('pong', () => {
    isAlive = true;
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    // `ws` has sent the close frame, which a client reads once its message has left.
    if (error.code !== 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') return socket.terminate();
    setTimeout(() => socket.terminate(), ENDS_WITHIN_MS).unref();
  });
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
    paced.stop();
    messages.leave();
    time.leave();
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
