import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';

const MESSAGE_MAX = 2000;

/** Runs the CLI of this build in a separate process. Throws with the end of its stderr. */
export function runArbor(args: string[], signal: AbortSignal): Promise<void> {
  const script = join(dirname(process.argv[1]!), 'arbor.js');
  const env = { ...process.env, ARBOR_LOG: 'stderr', LOG_LEVEL: 'warn' };
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'], signal });
    let problems = '';
    child.stderr.on('data', (chunk) => {
      problems = (problems + chunk).slice(-MESSAGE_MAX);
    });
    child.once('error', failed);
    child.once('close', (code) =>
      code === 0 ? done() : failed(new Error(`arbor ${args[0]} ${args[1]}: ${problems.trim()}`)),
    );
  });
}
