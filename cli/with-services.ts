import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { TFunction } from 'i18next';
import { config } from '#app/config.server.ts';
import { nameInstallation, translator } from '#app/i18n/translations.ts';
import { mailsDelivered } from '#app/services/mail/deliver-mails.ts';
import { requireOwnPlace, requireOwnSecret } from '#app/services/maintenance/installation/recognise.ts';
import { languageOf } from '#cli/language.ts';
import { printableLines } from '#cli/output/printable.ts';
import { asWideAs } from '#cli/output/wrap-text.ts';
import { connect, disconnect } from '#db/connection.ts';
import { migrate, migrationStatus, NewerDatabase } from '#db/migrate.ts';

/** Output functions of every command. */
export type Terminal = { t: TFunction; say: (line: string) => void };

export function terminal(): Terminal {
  return {
    t: translator(languageOf(process.argv, process.env)),
    say: (line) => void process.stderr.write(`${asWideAs(process.stderr, printableLines(line))}\n`),
  };
}

/**
 * Requirements of a command for the database. Most need one of this version and secret (`installation`), some also its
 * files (`files`), some only the schema (`schema`). Some create or migrate one (`makes`), and migration commands accept
 * any (`anything`).
 */
type Needs = 'installation' | 'files' | 'schema' | 'anything' | { makes: true };

/** Runs a command with the environment's database. Throws if the command needs an installation and there is none. */
export async function withServices<T>(work: () => Promise<T>, needs: Needs = 'installation'): Promise<T> {
  // Check before reading the configuration, which creates the folder for its secret.
  const isNeeded = typeof needs === 'string' && needs !== 'anything';
  if (isNeeded) requireFile();
  connect(config());
  nameInstallation(config().installationName);
  try {
    if (isNeeded) await requireInstallation();
    else if (needs !== 'anything') await migrate();
    if (needs === 'installation') await requireOwnSecret();
    else if (needs === 'files') await requireOwnPlace();
    const result = await work();
    await mailsDelivered();
    return result;
  } finally {
    await disconnect();
  }
}

/**
 * Requires an existing configuration. Commands without a database must create neither a secret nor an outbox folder.
 */
export function requireConfigured(): void {
  const { SESSION_SECRET, SMTP_URL } = process.env;
  const folder = dataFolder();
  const hasSecret = SESSION_SECRET?.trim() || existsSync(join(folder, 'secret'));
  if (!hasSecret || !(SMTP_URL?.trim() || existsSync(folder)))
    throw new Error(terminal().t('cli.db.nothingIn', { folder }));
}

const dataFolder = () => resolve(process.env.DATA_DIR?.trim() || './data');

function requireFile(): void {
  if (process.env.DATABASE_URL?.trim()) return;
  const folder = dataFolder();
  if (!existsSync(join(folder, 'arbor.sqlite'))) throw new Error(terminal().t('cli.db.nothingIn', { folder }));
}

async function requireInstallation(): Promise<void> {
  const { t } = terminal();
  const { executed, pending, unknown } = await migrationStatus();
  if (unknown.length > 0) throw new NewerDatabase(unknown);
  if (executed.length === 0) throw new Error(t('cli.db.nothingThere'));
  if (pending.length > 0) throw new Error(t('cli.db.older', { count: pending.length }));
}
