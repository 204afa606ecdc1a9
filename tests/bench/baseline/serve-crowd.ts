import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

// A bare `ws` server for a crowd: it forwards each message to everyone else on the same path, closes those who leave 8 MiB
// unread, and closes a path at `POST /end`.
const UNREAD_MAX = 8 * 1024 * 1024;
const CLOSE_WITHIN_MS = 2000;
const rooms = new Map<string, Set<WebSocket>>();

const close = (socket: WebSocket) => {
  socket.close(4404);
  setTimeout(() => socket.terminate(), CLOSE_WITHIN_MS).unref();
};
const server = createServer((request, response) => {
  if (request.method === 'POST') for (const socket of rooms.get(request.url ?? '') ?? []) close(socket);
  response.end('ok');
});
const sockets = new WebSocketServer({ server });
sockets.on('connection', (socket, { url = '' }) => {
  const room = rooms.get(url) ?? new Set();
  rooms.set(url, room.add(socket));
  socket.on('message', (data) => {
    for (const other of room) {
      if (other === socket || other.readyState !== other.OPEN) continue;
      if (other.bufferedAmount > UNREAD_MAX) close(other);
      else other.send(data);
    }
    // Tells the sender that everyone was served.
    socket.send('ok');
  });
  socket.on('close', () => room.delete(socket));
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
