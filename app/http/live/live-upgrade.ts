import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Express, Request } from 'express';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import { failure, toAppError } from '#app/http/errors/envelope.ts';
import { connect } from '#app/http/live/live-connection.ts';
import { findVisitor, type Visitor } from '#app/http/live/visitor.ts';
import { countedAddress } from '#app/http/request/client-address.ts';
import { isSameOrigin } from '#app/http/request/request-origin.ts';
import { rateLimitKey } from '#app/http/server/overall-limit.ts';
import { acceptedLanguage } from '#app/i18n/language.ts';
import { translator } from '#app/i18n/translations.ts';
import { consumeLimit } from '#app/services/limits/request-limits.ts';
import { openLiveDocument } from '#app/services/live/live-documents.ts';
import { liveRights } from '#app/services/live/live-rights.ts';

const PATH = /^\/api\/documents\/([^/?#]+)\/live(?:[?#]|$)/;
/** Larger messages (in bytes) end the connection before they are read; from 1 MiB on they are refused with 4400. */
const PAYLOAD_MAX = 8 * 1024 * 1024;
const CONNECTIONS_MAX = 10_000;
const CONNECTIONS_OF_PERSON_MAX = 200;

/** Accepts WebSockets at `/api/documents/:id/live`. Other upgrades are left to other listeners, or refused. */
export function acceptLiveConnections(server: Server, app: Express): void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: PAYLOAD_MAX, perMessageDeflate: false });
  const counts = new Map<string, number>();
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const id = PATH.exec(request.url ?? '')?.[1];
    if (id === undefined) {
      if (server.listenerCount('upgrade') === 1) refuse(request, socket, new AppError('notFound'));
      return;
    }
    socket.on('error', () => socket.destroy());
    admit(app, request, id, counts)
      .then(({ visitor, document, rights }) => {
        sockets.handleUpgrade(request, socket, head, (accepted) => {
          const { id: person } = visitor.actor;
          counts.set(person, (counts.get(person) ?? 0) + 1);
          accepted.once('close', () => {
            const left = (counts.get(person) ?? 1) - 1;
            if (left > 0) counts.set(person, left);
            else counts.delete(person);
          });
          connect(accepted, visitor, document, rights);
        });
      })
      .catch((error) => refuse(request, socket, error));
  });
}

/**
 * Runs the same checks as for a GET. Throws `permissionDenied`, `requestTooFrequent`, `authenticationFailed`,
 * `documentNotFound`.
 */
async function admit(app: Express, request: IncomingMessage, id: string, counts: Map<string, number>) {
  const { host, origin } = request.headers;
  if (!isSameOrigin({ method: 'POST', host, origin, fetchSite: undefined })) throw new AppError('permissionDenied');
  // Express determines the client's address behind proxies only for its own request type.
  const asked = Object.setPrototypeOf(request, app.request) as Request;
  await consumeLimit('requests', await rateLimitKey(asked));
  const visitor = await findVisitor(request, countedAddress(asked.ip));
  if (!visitor) throw new AppError('authenticationFailed');
  if (!z.cuid().safeParse(id).success) throw new AppError('documentNotFound');
  requireRoom(visitor, counts);
  const rights = await liveRights(visitor.actor, id);
  if ('code' in rights) throw new AppError('documentNotFound');
  const document = await openLiveDocument(id);
  return { visitor, document, rights: { mayEdit: rights.mayEdit && visitor.mayWrite } };
}

function requireRoom({ actor }: Visitor, counts: Map<string, number>): void {
  let all = 0;
  for (const count of counts.values()) all += count;
  const isFull = all >= CONNECTIONS_MAX || (counts.get(actor.id) ?? 0) >= CONNECTIONS_OF_PERSON_MAX;
  if (isFull) throw new AppError('requestTooFrequent', { retryAfterSeconds: 10 });
}

/** Responds with the envelope and ends the connection. */
async function refuse(request: IncomingMessage, socket: Duplex, error: unknown): Promise<void> {
  const lng = acceptedLanguage(request.headers['accept-language']) ?? config().defaultLanguage;
  const response = failure(toAppError(error, ''), translator(lng));
  const body = await response.text();
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}\r\nConnection: close\r\n` +
      `${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
