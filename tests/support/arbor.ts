import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ARBOR = join(import.meta.dirname, '../../build/server/arbor.js');

export type Ran = { code: number | null; stdout: string; stderr: string };
type Options = { dataDir: string; stdin?: string; env?: Record<string, string> };

/** Runs the built command line to its end, off a terminal. */
export function arbor(args: string[], { dataDir, stdin = '', env = {} }: Options): Promise<Ran> {
  const child = spawn(process.execPath, [ARBOR, ...args], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ARBOR_LOG: 'stderr', LOG_LEVEL: 'warn', LANG: 'C', ...env },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  child.stdin.end(stdin);
  return new Promise((done) => child.once('close', (code) => done({ code, stdout, stderr })));
}
