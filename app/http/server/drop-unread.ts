import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';

/**
 * Drains the rest of a refused body, as clients read the response only after sending everything. Closes a connection
 * that ends with this response (`Connection: close`, as of many proxies) after the body: closing earlier would reset
 * it, and the client would lose the response. `bodyDeadline` bounds the wait.
 */
export const dropUnread: RequestHandler = (request, response, next) => {
  // A destroyed request has lost its socket by the end of the response.
  const { socket } = request;
  // Node's own listener closes the connection, so this one runs before it.
  response.prependOnceListener('finish', () => {
    if (!request.complete) closeAfter(request, socket);
    request.removeAllListeners('data');
    request.resume();
  });
  next();
};

function closeAfter(request: IncomingMessage, socket: Socket): void {
  socket.destroySoon = () => {
    socket.end();
    request.once('end', () => socket.destroy());
  };
}
