import { randomUUID } from 'node:crypto';
import { dialect, postgresUrl, select } from '#db/connection.ts';

/** Distinguishes this process's notices from those of others. */
const PROCESS = randomUUID();
/** PostgreSQL carries at most 8,000 bytes. */
const PAYLOAD_MAX = 7900;
const RETRY_MS = 2000;

/**
 * Sends a notice to the other processes of a PostgreSQL database, with the commit of the open transaction if there is
 * one. SQLite has one server process: nothing is sent. Longer payloads are dropped: receivers must not depend on notices.
 */
export async function notify(channel: string, payload: string): Promise<void> {
  if (dialect() !== 'postgres') return;
  const message = `${PROCESS} ${payload}`;
  if (Buffer.byteLength(message) <= PAYLOAD_MAX)
    await select('SELECT pg_notify($channel, $message)', { channel, message });
}

type Listening = { onNotice: (payload: string) => void; onFault: (error: unknown) => void };

/** Listens to the notices of other processes, reconnecting after faults. Returns the function that ends it. */
export async function listen(channel: string, { onNotice, onFault }: Listening): Promise<() => Promise<void>> {
  const connectionString = postgresUrl();
  if (!connectionString) return async () => {};
  const { Client } = (await import('pg')).default;
  let isStopped = false;
  let client: InstanceType<typeof Client> | undefined;
  let retry: NodeJS.Timeout | undefined;
  const reconnect = (error: unknown) => {
    if (isStopped) return;
    onFault(error);
    clearTimeout(retry);
    retry = setTimeout(() => void open().catch(reconnect), RETRY_MS);
  };
  const open = async () => {
    client = new Client({ connectionString });
    client.on('error', reconnect);
    client.on('notification', ({ payload = '' }) => {
      const space = payload.indexOf(' ');
      if (payload.slice(0, space) !== PROCESS) onNotice(payload.slice(space + 1));
    });
    await client.connect();
    await client.query(`LISTEN ${channel}`);
  };
  await open().catch(reconnect);
  return async () => {
    isStopped = true;
    clearTimeout(retry);
    await client?.end().catch(() => undefined);
  };
}
