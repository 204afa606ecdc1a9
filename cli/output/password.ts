import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { holdStdin } from '#cli/output/held-stdin.ts';

/** Prompts on the terminal without echo. */
export function promptPassword(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = holdStdin(createInterface({ input: process.stdin, output: silent, terminal: true }));
  return new Promise((resolve, reject) => {
    lines.once('SIGINT', () => {
      reject(new Error('^C'));
      lines.close();
    });
    // Ctrl+D, or a terminal that is gone.
    lines.once('close', () => reject(new Error('^D')));
    lines.question('', (answer) => {
      resolve(answer);
      lines.close();
      process.stderr.write('\n');
    });
  });
}

/** Returns the first line of stdin unchanged, as passwords are never trimmed. */
export async function readPasswordFromStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8').split(/\r?\n/)[0] ?? '';
}
