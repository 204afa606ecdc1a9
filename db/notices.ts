import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Client } from 'pg';
import { directUrl } from '#db/connection.ts';

/** Identifies this process, to ignore its own notices. */
const PROCESS = randomUUID();
/** Maximum bytes of a payload. PostgreSQL transmits at most 8,000. */
const PAYLOAD_MAX = 7900;
const RETRY_MS = 2000;
const PROBE_EVERY_MS = 30_000;
const CONNECT_WITHIN_MS = 5000;
const ANSWER_WITHIN_MS = 10_000;
const END_WITHIN_MS = 500;

let connected: Client | undefined;

/**
 * Sends a notice to the other processes on a PostgreSQL database, over the connection of `listen`. Sends nothing on
 * SQLite, before `listen` or without a connection, so receivers must not depend on notices. Throws if the payload is
 * too long.
 */
export async function notify(channel: string, payload: string): Promise<void> {
  if (!connected) return;
  const message = `${PROCESS} ${payload}`;
  const bytes = Buffer.byteLength(message);
  if (bytes > PAYLOAD_MAX) throw new Error(`A notice of ${bytes} bytes is too long for PostgreSQL`);
  await connected.query('SELECT pg_notify($1, $2)', [channel, message]);
}

type Listening = { onNotice: (payload: string) => void; onFault: (error: unknown) => void };

/** Listens to notices of other processes and reconnects after faults. Returns an unsubscribe function. */
export async function listen(channel: string, { onNotice, onFault }: Listening): Promise<() => Promise<void>> {
  const connectionString = directUrl();
  if (!connectionString) return async () => {};
  const pg = (await import('pg')).default;
  let isStopped = false;
  let retry: NodeJS.Timeout | undefined;
  let probe: NodeJS.Timeout | undefined;
  const reconnect = (error: unknown) => {
    connected = undefined;
    clearInterval(probe);
    if (isStopped) return;
    onFault(error);
    retry = setTimeout(() => void open(), RETRY_MS);
  };
  const newClient = () =>
    new pg.Client({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    });
  const open = async () => {
    let client: Client;
    try {
      client = newClient();
    } catch (error) {
      // A certificate that the address names cannot be read.
      return reconnect(error);
    }
    let isOver = false;
    const fail = (error: unknown) => {
      if (isOver) return;
      isOver = true;
      reconnect(error);
      // The fault that ended it has been told.
      client.end().catch(() => undefined);
    };
    client.on('error', fail);
    client.on('notification', ({ payload = '' }) => {
      const space = payload.indexOf(' ');
      if (payload.slice(0, space) !== PROCESS) onNotice(payload.slice(space + 1));
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
    } catch (error) {
      return fail(error);
    }
    if (isStopped) return endSoon(client);
    connected = client;
    // The network may drop a connection without a word, and one that only listens would never know.
    probe = setInterval(() => client.query('SELECT 1').catch(fail), PROBE_EVERY_MS);
    probe.unref();
  };
  await open();
  return async () => {
    isStopped = true;
    clearTimeout(retry);
    clearInterval(probe);
    const client = connected;
    connected = undefined;
    if (client) await endSoon(client);
  };
}

/** Ends a connection. One that is silent is closed without PostgreSQL's answer. */
async function endSoon(client: Client): Promise<void> {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const late = setTimeout(() => stream.destroy(), END_WITHIN_MS);
  await client.end();
  clearTimeout(late);
}
