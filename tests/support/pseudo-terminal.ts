import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { onTestFinished } from 'vitest';
import { within } from '#tests/support/within.ts';

const ARBOR = join(import.meta.dirname, '../../build/server/arbor.js');

export type Screen = {
  /** Waits until the text appears in the output since the last key. */
  shows: (text: string) => Promise<string>;
  press: (keys: string) => void;
  /** Resizes the window. */
  resize: (columns: number) => void;
  /** The output with its control sequences. */
  raw: () => string;
  /** Waits for the end and returns the exit code. */
  ended: () => Promise<number | null>;
};

/** Runs the built CLI in a pseudo terminal with a number of columns. */
export function arborScreen(args: string[], { dataDir, columns = 80, rows = 20, env = {} }: Options): Screen {
  const line = [process.execPath, ARBOR, ...args].map((word) => `'${word}'`).join(' ');
  const terminal = join(dataDir, 'terminal');
  const begin = `tty > '${terminal}'; stty cols ${columns} rows ${rows}`;
  const child = spawn('script', ['-qefc', `${begin}; exec ${line}`, '/dev/null'], {
    cwd: tmpdir(),
    env: {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      DATA_DIR: dataDir,
      TERM: 'xterm-256color',
      LANG: 'C.UTF-8',
      LOG_LEVEL: 'warn',
      ...env,
    },
  });
  onTestFinished(() => void child.kill());
  let drawn = '';
  let look = () => {};
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    drawn += chunk;
    look();
  });
  const plain = () => stripVTControlCharacters(drawn);
  const shows = (text: string) => {
    const shown = new Promise<string>((done) => {
      look = () => {
        if (plain().includes(text)) done(plain());
      };
      look();
    });
    return within(shown, () => `The terminal does not show "${text}":\n${plain()}`);
  };
  const press = (keys: string) => {
    drawn = '';
    child.stdin.write(keys);
  };
  const resize = (to: number) => {
    drawn = '';
    execFileSync('stty', ['-F', readFileSync(terminal, 'utf8').trim(), 'cols', String(to)]);
  };
  const closed = new Promise<number | null>((done) => child.once('close', done));
  const ended = () => within(closed, () => `The command did not end:\n${plain()}`);
  return { shows, press, resize, raw: () => drawn, ended };
}
type Options = { dataDir: string; columns?: number; rows?: number; env?: Record<string, string> };
