import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { NODE, ROOT } from './prepare.js';

/** Young objects die in a small space: half the memory at rest, at no cost that could be measured. */
export const SERVER_FLAGS = [
  '--max-semi-space-size=4',
  // Fifty megabytes live under load. By itself V8 lets that grow fourfold before it collects what is dead.
  '--heap-growing-percent=50',
  // The compiler in the middle keeps forty megabytes of what it made. Left to the busiest functions, it keeps half.
  '--invocation-count-for-maglev=10000',
];

/** glibc keeps freed memory by thread, and libuv has sixteen. */
export const SERVER_ENV = { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2' };

/** Runs a script on Node 24 in this process's place: same streams, signals handed on, same exit code. */
export function runNode(args, env = {}) {
  const defaults = {
    // Argon2, SQLite and DNS share libuv's threads; four would be too few.
    UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? '16',
    // Compiled once, not at every start: a third of the start-up time.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, 'build/compile-cache'),
  };
  const child = spawn(NODE, args, { stdio: 'inherit', env: { ...process.env, ...defaults, ...env } });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}
