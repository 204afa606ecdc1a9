import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#tests/support/postgres.ts';
import { until } from '#tests/support/until.ts';

// Runs Debian's proxies with the examples of docs/deploy/, on free ports.

const EXAMPLES = join(import.meta.dirname, '../../docs/deploy');
/** PgBouncer refuses to run as root. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export type RunningProxy = { url: string; stop: () => Promise<void> };
export type ProxyName = 'nginx' | 'haproxy' | 'pgbouncer';

export const isInstalled = (name: ProxyName): boolean =>
  spawnSync('which', [name], { env: pathWithSbin() }).status === 0;

const pathWithSbin = () => ({ ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` });

/** Replaces each pattern. Throws if the example does not contain it. */
function adapted(example: string, changes: [RegExp, string][]): string {
  return changes.reduce((text, [pattern, instead]) => {
    if (!pattern.test(text)) throw new Error(`The example has no ${pattern}`);
    return text.replace(pattern, instead);
  }, example);
}

async function run(command: string, args: string[], folder: string, options = {}): Promise<() => Promise<void>> {
  const child: ChildProcess = spawn(command, args, {
    env: pathWithSbin(),
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...options,
  });
  let problems = '';
  child.stderr!.on('data', (chunk) => {
    problems += chunk;
  });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
  await new Promise((next) => child.once('spawn', next));
  return async () => {
    if (child.exitCode !== null) throw new Error(`${command} ended by itself: ${problems}`);
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
}

const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'arbor-proxy-'));
  // Workers run as another user.
  await chmod(folder, 0o777);
  return folder;
};

async function answering(url: string): Promise<void> {
  await until(async () => {
    if ((await fetch(`${url}/healthz`)).status !== 200) throw new Error(`${url} does not answer yet`);
  });
}

/** Starts nginx in front of two processes. */
export async function startNginx([one, other]: [number, number]): Promise<RunningProxy> {
  const proxy = await runNginx('nginx.conf', await freePort(), [
    [/127\.0\.0\.1:3000/, `127.0.0.1:${one}`],
    [/127\.0\.0\.1:3001/, `127.0.0.1:${other}`],
  ]);
  await answering(proxy.url);
  return proxy;
}

/** Starts nginx on a port, in front of a process that serves below `/notes`. The process may start later. */
export const startNginxBelow = (port: number, process: number): Promise<RunningProxy> =>
  runNginx('nginx-path.conf', port, [[/127\.0\.0\.1:3000/, `127.0.0.1:${process}`]]);

async function runNginx(example: string, port: number, changes: [RegExp, string][]): Promise<RunningProxy> {
  const folder = await newFolder();
  const site = adapted(await readFile(join(EXAMPLES, example), 'utf8'), [
    ...changes,
    [/listen 80;\n\s*listen \[::\]:80;/, `listen 127.0.0.1:${port};`],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  const main = `daemon off; pid ${join(folder, 'pid')}; error_log stderr warn;
events { worker_connections 1024; }
http { access_log off; ${temporary.join(' ')}
${site}}`;
  await writeFile(join(folder, 'nginx.conf'), main);
  const stop = await run('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], folder);
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** Starts HAProxy in front of two processes. */
export async function startHaproxy([one, other]: [number, number]): Promise<RunningProxy> {
  const [folder, port] = [await newFolder(), await freePort()];
  const text = adapted(await readFile(join(EXAMPLES, 'haproxy.cfg'), 'utf8'), [
    [/arbor-1:3000/, `127.0.0.1:${one}`],
    [/arbor-2:3000/, `127.0.0.1:${other}`],
    [/bind :8080/, `bind 127.0.0.1:${port}`],
  ]);
  await writeFile(join(folder, 'haproxy.cfg'), text);
  const stop = await run('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], folder);
  const url = `http://127.0.0.1:${port}`;
  await answering(url);
  return { url, stop };
}

/** PgBouncer in front of a PostgreSQL that can change. */
export type Bouncer = {
  pooled: string;
  direct: string;
  turnTo: (port: number) => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Starts PgBouncer with the example for a database and for its sessions (`DATABASE_DIRECT_URL`), so that one reload
 * turns both to another server.
 */
export async function startBouncer(database: { port: number; name: string; user: string }): Promise<Bouncer> {
  const [folder, port] = [await newFolder(), await freePort()];
  const file = join(folder, 'pgbouncer.ini');
  const example = await readFile(join(EXAMPLES, 'pgbouncer.ini'), 'utf8');
  const write = (to: number) => {
    const at = `host=127.0.0.1 port=${to} dbname=${database.name} user=${database.user}`;
    const text = adapted(example, [
      [/^arbor = .*$/m, `arbor = ${at}\narbor_direct = ${at} pool_mode=session`],
      [/listen_port = 6432/, `listen_port = ${port}`],
      [/auth_type = scram-sha-256/, 'auth_type = any'],
      [/^auth_file = .*\n/m, ''],
    ]);
    return writeFile(file, `${text}unix_socket_dir =\npidfile = ${join(folder, 'pid')}\n`);
  };
  await write(database.port);
  const stop = await run('pgbouncer', [file], folder, NOBODY);
  const address = (name: string) => `postgres://${database.user}@127.0.0.1:${port}/${name}`;
  const turnTo = async (to: number) => {
    await write(to);
    process.kill(Number(await readFile(join(folder, 'pid'), 'utf8')), 'SIGHUP');
  };
  return { pooled: address('arbor'), direct: address('arbor_direct'), turnTo, stop };
}

/** Starts PgBouncer in transaction mode. Returns the address of the same database through it. */
export async function startPgBouncer(databaseUrl: string): Promise<RunningProxy> {
  const [folder, port] = [await newFolder(), await freePort()];
  const { hostname, port: databasePort, pathname, username } = new URL(databaseUrl);
  const text = adapted(await readFile(join(EXAMPLES, 'pgbouncer.ini'), 'utf8'), [
    [/^arbor = .*$/m, `arbor = host=${hostname} port=${databasePort} dbname=${pathname.slice(1)} user=${username}`],
    [/listen_port = 6432/, `listen_port = ${port}`],
    [/auth_type = scram-sha-256/, 'auth_type = any'],
    [/^auth_file = .*\n/m, ''],
  ]);
  await writeFile(join(folder, 'pgbouncer.ini'), `${text}unix_socket_dir =\n`);
  const stop = await run('pgbouncer', [join(folder, 'pgbouncer.ini')], folder, NOBODY);
  return { url: `postgres://${username}@127.0.0.1:${port}/arbor`, stop };
}
