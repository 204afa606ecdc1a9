import { createInterface } from 'node:readline/promises';
import type { TFunction } from 'i18next';
import { RefusedError } from '#cli/exit.ts';
import { holdStdin } from '#cli/output/held-stdin.ts';
import { asWideAs } from '#cli/output/wrap-text.ts';

type Asked = {
  yes: boolean | undefined;
  t: TFunction;
  /** Ends the question with its reason. */
  signal?: AbortSignal | undefined;
};

/** Asks on the terminal before an irreversible action. Throws RefusedError without consent. */
export async function requireConfirmation(question: string, { yes, t, signal }: Asked): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY) throw new RefusedError(t('cli.confirm.needsYes'));
  const terminal = holdStdin(createInterface({ input: process.stdin, output: process.stderr }));
  const closed = new Promise<string>((done) => terminal.once('close', () => done('')));
  const text = `${asWideAs(process.stderr, `${question} [y/N]`)} `;
  const asked = signal ? terminal.question(text, { signal }) : terminal.question(text);
  const answer = await Promise.race([asked, closed]).finally(() => terminal.close());
  if (!/^(?:y|yes|是)$/i.test(answer.trim())) throw new RefusedError(t('cli.confirm.declined'));
}
