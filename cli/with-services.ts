import type { TFunction } from 'i18next';
import { config } from '#app/config.server.ts';
import { translator } from '#app/i18n/translations.ts';
import { mailsDelivered } from '#app/services/mail/deliver-mails.ts';
import { languageOf } from '#cli/language.ts';
import { printableLines } from '#cli/output/printable.ts';
import { connect, disconnect } from '#db/connection.ts';
import { migrate } from '#db/migrate.ts';

/** The services every command has. */
export type Terminal = { t: TFunction; say: (line: string) => void };

export function terminal(): Terminal {
  return {
    t: translator(languageOf(process.argv, process.env)),
    say: (line) => void process.stderr.write(`${printableLines(line)}\n`),
  };
}

/** Runs a command with the environment's database; migrates it first, unless the command does so itself. */
export async function withServices<T>(work: () => Promise<T>, { migrates = true } = {}): Promise<T> {
  connect(config());
  try {
    if (migrates) await migrate();
    const result = await work();
    await mailsDelivered();
    return result;
  } finally {
    await disconnect();
  }
}
