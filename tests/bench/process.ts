import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

export type Served = { origin: string; pid: number; stop: () => Promise<void> };
type Command = { args: string[]; env: Record<string, string> };

const START_TIMEOUT_MS = 20_000;

/** Starts a server process and waits for the output line with its address. */
export async function serve({ args, env }: Command): Promise<Served> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production', UV_THREADPOOL_SIZE: '16', ...env },
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  };
  try {
    const port = await announcedPort(child);
    return { origin: `http://127.0.0.1:${port}`, pid: child.pid!, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function announcedPort(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(
      () => reject(new Error(`No address after ${START_TIMEOUT_MS} ms: ${output}`)),
      START_TIMEOUT_MS,
    );
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${output}`)));
    // Keep reading, as a full pipe would block the server.
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      if (output.length > 10_000) return;
      output += text;
      const port = /at http:\/\/[\w.]+:(\d+)\s/.exec(output)?.[1];
      if (!port) return;
      clearTimeout(timer);
      resolve(port);
    });
  });
}

/** Returns the resident memory of a process in MB. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

/** Returns the private memory of a process in MB: what ending it would free. */
export function privateMegabytes(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const kilobytes = [...text.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB/gm)].map(([, value]) => Number(value));
  return kilobytes.reduce((sum, value) => sum + value, 0) / 1024;
}
