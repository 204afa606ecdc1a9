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
      lines.close();
      reject(new Error('^C'));
    });
    lines.question('', (answer) => {
      lines.close();
      process.stderr.write('\n');
      resolve(answer);
    });
  });
}

/** Returns the first line of stdin unchanged, as passwords are never trimmed. */
export async function readPasswordFromStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8').split(/\r?\n/)[0] ?? '';
}
