import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Express, Request } from 'express';
import { WebSocket, WebSocketServer } from 'ws';
import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import { failure, toAppError } from '#app/http/errors/envelope.ts';
import { connect } from '#app/http/live/live-connection.ts';
import { findLiveVisitor, type LiveVisitor } from '#app/http/live/live-visitor.ts';
import { countedAddress } from '#app/http/request/client-address.ts';
import { isSameOrigin } from '#app/http/request/request-origin.ts';
import { requireId } from '#app/http/request/require-id.ts';
import { rateLimitKey } from '#app/http/server/overall-limit.ts';
import { acceptedLanguage } from '#app/i18n/language.ts';
import { translator } from '#app/i18n/translations.ts';
import { CLOSING } from '#app/schemas/live-messages.ts';
import { consumeLimit } from '#app/services/limits/request-limits.ts';
import { closeIfEmpty, openLiveDocument } from '#app/services/live/live-documents.ts';
import { liveRights } from '#app/services/live/live-rights.ts';

const PATH = /^\/api\/documents\/([^/?#]+)\/live(?:[?#]|$)/;
/** Larger messages (in bytes) are refused before they are read, those from 1 MiB on afterwards. */
const PAYLOAD_MAX = 8 * 1024 * 1024;
/** Close code of `ws` for a message that is not read. */
const MESSAGE_TOO_BIG = 1009;
const CONNECTIONS_MAX = 10_000;
const CONNECTIONS_OF_PERSON_MAX = 200;

/** Refuses all messages that are too large with the same code. */
class LiveWebSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    super.close(code === MESSAGE_TOO_BIG ? CLOSING.malformed : code, reason);
  }
}

/** Accepts WebSockets at `/api/documents/:id/live`. Other upgrades are left to other listeners, or refused. */
export function acceptLiveConnections(server: Server, app: Express): void {
  const earlier = server.listenerCount('upgrade');
  const sockets = new WebSocketServer({
    noServer: true,
    WebSocket: LiveWebSocket,
    maxPayload: PAYLOAD_MAX,
    perMessageDeflate: false,
  });
  const seats = new Seats();
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Node's own listener is gone by now.
    socket.on('error', () => socket.destroy());
    const id = PATH.exec(request.url ?? '')?.[1];
    if (id === undefined) {
      if (server.listenerCount('upgrade') === earlier + 1) refuse(request, socket, new AppError('notFound'));
      return;
    }
    // Taken before the checks, so that connections that arrive together cannot pass the bound together.
    let leave = () => {};
    socket.once('close', () => leave());
    const takeSeat = (visitor: LiveVisitor) => {
      leave = seats.take(visitor.actor.id);
      if (socket.destroyed) leave();
    };
    admit(app, request, id, takeSeat)
      .then(({ visitor, document, rights }) => {
        let isConnected = false;
        sockets.handleUpgrade(request, socket, head, (accepted) => {
          isConnected = true;
          connect(accepted, visitor, document, rights);
        });
        // A wrong handshake, or a client that has left: no connection will close the document.
        return isConnected ? undefined : closeIfEmpty(document);
      })
      .catch((error) => refuse(request, socket, error));
  });
}

/**
 * Runs the same checks as for a GET. Throws `permissionDenied`, `requestTooFrequent`, `authenticationFailed`,
 * `documentNotFound`.
 */
async function admit(app: Express, request: IncomingMessage, id: string, takeSeat: (visitor: LiveVisitor) => void) {
  const { host, origin } = request.headers;
  if (!isSameOrigin({ method: 'POST', host, origin, fetchSite: undefined })) throw new AppError('permissionDenied');
  // Express determines the client's address behind proxies only for its own request type.
  const asked = Object.setPrototypeOf(request, app.request) as Request;
  await consumeLimit('requests', await rateLimitKey(asked));
  const visitor = await findLiveVisitor(request, countedAddress(asked.ip));
  if (!visitor) throw new AppError('authenticationFailed');
  requireId(id);
  takeSeat(visitor);
  const rights = await liveRights(visitor.actor, id);
  if ('code' in rights) throw new AppError('documentNotFound');
  const document = await openLiveDocument(id);
  return { visitor, document, rights: { mayEdit: rights.mayEdit && visitor.mayWrite } };
}

/** Counts open connections, in all and per person. */
class Seats {
  readonly #ofPerson = new Map<string, number>();
  #all = 0;

  /** Returns a function that frees the seat. Throws `requestTooFrequent` without a free one. */
  take(person: string): () => void {
    const count = this.#ofPerson.get(person) ?? 0;
    if (this.#all >= CONNECTIONS_MAX || count >= CONNECTIONS_OF_PERSON_MAX)
      throw new AppError('requestTooFrequent', { retryAfterSeconds: 10 });
    this.#all += 1;
    this.#ofPerson.set(person, count + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#all -= 1;
      const left = (this.#ofPerson.get(person) ?? 1) - 1;
      if (left > 0) this.#ofPerson.set(person, left);
      else this.#ofPerson.delete(person);
    };
  }
}

/** Responds with the envelope and ends the connection. */
async function refuse(request: IncomingMessage, socket: Duplex, error: unknown): Promise<void> {
  const lng = acceptedLanguage(request.headers['accept-language']) ?? config().defaultLanguage;
  const response = failure(toAppError(error, ''), translator(lng));
  const body = await response.text();
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  // The client may keep its half open.
  socket.once('finish', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}\r\nConnection: close\r\n` +
      `${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
