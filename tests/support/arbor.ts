import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Place } from '#tests/support/server.ts';

const ARBOR = join(import.meta.dirname, '../../build/server/arbor.js');

const IN_A_MONTH_SCRIPT = 'data:text/javascript,const now=Date.now;Date.now=()=>now()+30*86400000';
/** Environment that sets a command's clock a month ahead. */
export const IN_A_MONTH = { NODE_OPTIONS: `--import ${IN_A_MONTH_SCRIPT.replaceAll(' ', '%20')}` };

/** Runs a command on a server's database. Throws unless it exits with 0. */
export async function arborOn(
  { dataDir, databaseUrl }: Place,
  args: string[],
  env: Record<string, string> = {},
): Promise<Ran> {
  const ran = await arbor(args, { dataDir, env: { ...env, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) } });
  if (ran.code !== 0) throw new Error(`arbor ${args.join(' ')} ended with ${ran.code}: ${ran.stderr}`);
  return ran;
}

export type Ran = { code: number | null; stdout: string; stderr: string };
type Options = {
  dataDir: string;
  stdin?: string;
  env?: Record<string, string>;
  /** Sends the process the signal that is its reason, such as SIGTERM; without one SIGKILL. */
  kill?: AbortSignal;
};

/** Runs the built CLI to its end without a terminal. */
export function arbor(args: string[], { dataDir, stdin = '', env = {}, kill }: Options): Promise<Ran> {
  return run([process.execPath, ARBOR, ...args], { dataDir, stdin, env, ...(kill ? { kill } : {}) });
}

/** Runs the CLI piped into another program. Returns that program's output and the CLI's exit code. */
export function arborInto(program: string, args: string[], options: Options): Promise<Ran> {
  return run(
    ['bash', '--norc', '-o', 'pipefail', '-c', `"$0" "$@" | ${program}`, process.execPath, ARBOR, ...args],
    options,
  );
}

/** Runs the CLI with its output in a file, such as a device. */
export function arborTo(file: string, args: string[], options: Options): Promise<Ran> {
  return run(['bash', '--norc', '-c', `"$0" "$@" > ${file}`, process.execPath, ARBOR, ...args], options);
}

function run([command, ...args]: string[], { dataDir, stdin = '', env = {}, kill }: Options): Promise<Ran> {
  const { PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(command!, args, {
    cwd: tmpdir(),
    env: { PATH, TMPDIR, NODE_COMPILE_CACHE, DATA_DIR: dataDir, ARBOR_LOG: 'stderr', LANG: 'C', ...env },
  });
  kill?.addEventListener('abort', () =>
    child.kill(typeof kill.reason === 'string' ? (kill.reason as NodeJS.Signals) : 'SIGKILL'),
  );
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  // A command that ends before it reads closes the pipe.
  child.stdin.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  child.stdin.end(stdin);
  return new Promise((done) => child.once('close', (code) => done({ code, stdout, stderr })));
}
