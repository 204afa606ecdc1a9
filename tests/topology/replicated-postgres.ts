import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#tests/support/postgres.ts';
import { until } from '#tests/support/until.ts';

// Runs Debian's PostgreSQL: the package of npm has no pg_basebackup.

const PACKAGES = '/usr/lib/postgresql';
/** PostgreSQL refuses to run as root. */
const SOMEBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Folder of the newest installed version; null without one. */
const binaries = (): string | null => {
  const versions = existsSync(PACKAGES) ? readdirSync(PACKAGES).sort((a, b) => Number(b) - Number(a)) : [];
  return (
    versions.map((each) => join(PACKAGES, each, 'bin')).find((bin) => existsSync(join(bin, 'pg_basebackup'))) ?? null
  );
};
export const hasReplication = (): boolean => binaries() !== null;

type Node = { port: number; data: string; child: ChildProcess };

export type ReplicatedPostgres = {
  primary: number;
  replica: number;
  /** Runs a statement on a port. Returns its output. */
  ask: (port: number, sql: string) => string;
  /** Kills every process of the primary, as when its machine fails. */
  killPrimary: () => Promise<void>;
  promote: () => void;
  stop: () => Promise<void>;
};

/** Starts a primary whose commits wait until its streaming replica has them on disk. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const bin = binaries()!;
  const folder = await mkdtemp(join(tmpdir(), 'arbor-replicated-'));
  if (SOMEBODY.uid) await chown(folder, SOMEBODY.uid, SOMEBODY.gid);
  const run = (name: string, args: string[]) =>
    execFileSync(join(bin, name), args, {
      ...SOMEBODY,
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const ask = (port: number, sql: string) =>
    run('psql', ['-h', '127.0.0.1', '-p', String(port), '-U', 'arbor', '-d', 'postgres', '-Atc', sql]).trim();
  const start = async (name: string, settings: Record<string, string>): Promise<Node> => {
    const [port, data] = [await freePort(), join(folder, name)];
    const all = { port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
    const flags = Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    const child = spawn(join(bin, 'postgres'), ['-D', data, ...flags], { ...SOMEBODY, cwd: folder, stdio: 'ignore' });
    process.once('exit', () => child.kill('SIGKILL'));
    await until(async () => ask(port, 'SELECT 1'));
    return { port, data, child };
  };
  run('initdb', ['-D', join(folder, 'primary'), '-U', 'arbor', '--auth=trust', '--encoding=UTF8', '--locale=C']);
  const primary = await start('primary', { wal_level: 'replica' });
  run('pg_basebackup', [
    '-h',
    '127.0.0.1',
    '-p',
    String(primary.port),
    '-U',
    'arbor',
    '-D',
    join(folder, 'replica'),
    '-R',
  ]);
  const replica = await start('replica', {});
  ask(primary.port, "ALTER SYSTEM SET synchronous_standby_names = '*'");
  ask(primary.port, 'SELECT pg_reload_conf()');
  await until(async () => {
    const state = ask(primary.port, 'SELECT sync_state FROM pg_stat_replication');
    if (state !== 'sync') throw new Error(`The replica is ${state}`);
  });
  return {
    primary: primary.port,
    replica: replica.port,
    ask,
    killPrimary: async () => {
      const ended = new Promise((done) => primary.child.once('exit', done));
      // Immediate shutdown: no checkpoint, no notice to clients.
      primary.child.kill('SIGQUIT');
      await ended;
    },
    promote: () => void run('pg_ctl', ['promote', '-D', replica.data]),
    stop: async () => {
      for (const { child } of [primary, replica]) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const ended = new Promise((done) => child.once('exit', done));
        child.kill('SIGQUIT');
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
