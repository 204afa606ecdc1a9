import { type ChildProcess, spawn } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readableBinaries } from '#tests/support/postgres-binaries.ts';

/** PostgreSQL refuses to run as root. This account exists on every Linux. */
const NOBODY = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;
const asWhom = isRoot ? NOBODY : {};

type OwnPostgres = {
  url: string;
  /** Stops the server and keeps its data. Returns a function that starts it again. */
  halt: () => Promise<() => Promise<void>>;
  /** Stops the server and removes its files. */
  stop: () => Promise<void>;
};

/** Starts a separate PostgreSQL. */
export async function startPostgres(): Promise<OwnPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'arbor-postgres-'));
  if (isRoot) await chown(folder, NOBODY.uid, NOBODY.gid);
  const binaries = await readableBinaries(folder, isRoot);
  const data = join(folder, 'data');
  // Use a linguistic collation by default, so that columns that need byte order must declare it.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];
  await run(binaries.initdb, [`--pgdata=${data}`, '--username=arbor', '--auth=trust', '--no-sync', ...locale]);
  const port = await freePort();
  let server = await start(binaries.postgres, data, port);
  const url = `postgres://arbor@127.0.0.1:${port}/postgres`;
  const stop = async () => {
    await end(server);
    await rm(folder, { recursive: true, force: true });
  };
  const halt = async () => {
    await end(server);
    return async () => {
      server = await start(binaries.postgres, data, port);
    };
  };
  return { url, halt, stop };
}

function run(command: string, args: string[]): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn(command, args, { ...asWhom, cwd: dirname(command), stdio: ['ignore', 'ignore', 'pipe'] });
    let problems = '';
    child.stderr.on('data', (chunk) => {
      problems += chunk;
    });
    child.on('error', failed);
    child.on('close', (code) => (code === 0 ? done() : failed(new Error(`initdb ended with ${code}: ${problems}`))));
  });
}

function start(command: string, data: string, port: number): Promise<ChildProcess> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    // Nothing outlives the run: it needs no safe disk, no replicas, and no upkeep of its many databases.
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    wal_level: 'minimal',
    max_wal_senders: 0,
    autovacuum: 'off',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return new Promise((ready, failed) => {
    const server = spawn(command, ['-D', data, ...flags], {
      ...asWhom,
      cwd: data,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let log = '';
    process.once('exit', () => server.kill('SIGQUIT'));
    server.stderr.on('data', (chunk) => {
      log = (log + chunk).slice(-4000);
      if (log.includes('ready to accept connections')) ready(server);
    });
    server.on('error', failed);
    server.on('exit', (code) => failed(new Error(`PostgreSQL ended with ${code}: ${log}`)));
  });
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((done) => server.once('exit', done));
  server.kill('SIGINT');
  await ended;
}

export function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer().once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });
}
