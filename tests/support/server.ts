import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#tests/support/postgres.ts';
import { SECRET } from '#tests/support/secret.ts';
import { within } from '#tests/support/within.ts';

const ROOT = join(import.meta.dirname, '../..');
const READY_WITHIN_MS = 60_000;
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_COMPILE_CACHE'];

export type Environment = Record<string, string | undefined>;
export type Stopped = { code: number | null; signal: NodeJS.Signals | null };
export type RunningServer = {
  url: string;
  dataDir: string;
  /** Unset for SQLite in `dataDir`. */
  databaseUrl: string | undefined;
  pid: number;
  /** Output on stdout and stderr so far. */
  output: () => string;
  /** Closes the reading ends of stdout and stderr, as if a log reader had died. */
  leaveOutput: () => void;
  /** Sends a signal, SIGTERM by default, and waits for the exit. */
  stop: (signal?: NodeJS.Signals) => Promise<Stopped>;
  /** Stops the server and removes its files. */
  remove: () => Promise<void>;
};

/** The part of a running server that suites may use if they share it. */
export type Place = Pick<RunningServer, 'url' | 'dataDir' | 'databaseUrl'>;

type ServerOptions = {
  /** Maximum file size in shell blocks (512 or 1024 bytes), to simulate a full disk. */
  fileBlocksMax?: number;
};

/** Starts the built server as a process on a free port, with a fresh DATA_DIR unless `env` names one. */
export async function startServer(env: Environment = {}, options: ServerOptions = {}): Promise<RunningServer> {
  const dataDir = env.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'arbor-server-')));
  // Fixed, so that tests can create sessions in the server's database.
  if (!existsSync(join(dataDir, 'secret'))) writeFileSync(join(dataDir, 'secret'), SECRET, { mode: 0o600 });
  const port = env.PORT ?? String(await freePort());
  const { child, output, ended } = launch({ PORT: port, DATA_DIR: dataDir, RATE_LIMIT: 'off', ...env }, options);
  const url = `http://127.0.0.1:${port}`;
  await untilHealthy(url, child, output);
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return within(ended, () => `The server did not end after ${signal}:\n${output()}`);
  };
  const remove = async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const leaveOutput = () => {
    child.stdout.destroy();
    child.stderr.destroy();
  };
  return { url, dataDir, databaseUrl: env.DATABASE_URL, pid: child.pid!, output, leaveOutput, stop, remove };
}

/** Runs the built server with an invalid environment until it exits. */
export async function startInVain(env: Environment): Promise<Stopped & { output: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'arbor-server-'));
  const { output, ended } = launch({ PORT: '0', DATA_DIR: dataDir, ...env });
  const stopped = await ended;
  await rm(dataDir, { recursive: true, force: true });
  return { ...stopped, output: output() };
}

function launch(env: Environment, { fileBlocksMax }: ServerOptions = {}) {
  const inherited = Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]]));
  const command = [process.execPath, '--enable-source-maps', join(ROOT, 'build/server/server.js')];
  const limited = fileBlocksMax ? ['sh', '-c', `ulimit -f ${fileBlocksMax} && exec "$@"`, 'sh', ...command] : command;
  const child = spawn(limited[0]!, limited.slice(1), {
    cwd: tmpdir(),
    env: { ...inherited, NODE_ENV: 'production', UV_THREADPOOL_SIZE: '16', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const keep = (chunk: Buffer) => {
    text += chunk;
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise<Stopped>((done) => {
    child.once('close', (code, signal) => {
      process.off('exit', kill);
      done({ code, signal });
    });
  });
  return { child, output: () => text, ended };
}

async function untilHealthy(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    const response = await fetch(`${url}/healthz`).catch(() => null);
    if (response?.status === 200) return;
    await new Promise((next) => setTimeout(next, 25));
  }
  child.kill('SIGKILL');
  throw new Error(`The server did not become ready:\n${output()}`);
}
