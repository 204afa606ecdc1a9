import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

// Lower bound of live documents: plain `ws` forwards each message to everyone else on the same path.
const rooms = new Map<string, Set<WebSocket>>();
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
server.on('connection', (socket, { url = '' }) => {
  const room = rooms.get(url) ?? new Set();
  rooms.set(url, room.add(socket));
  socket.on('message', (data) => {
    for (const other of room) if (other !== socket) other.send(data);
  });
  socket.on('close', () => room.delete(socket));
});
server.on('listening', () => {
  process.stdout.write(`at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
