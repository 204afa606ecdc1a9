import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TFunction } from 'i18next';
import { noteTrial } from '#app/config/trial-copy.server.ts';
import { config, prepareDataFolder } from '#app/config.server.ts';
import { nameInstallation, translator } from '#app/i18n/translations.ts';
import { awaitPurge } from '#app/services/documents/purge-deleted.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import { isTrialCopy, requireOwnPlace, requireOwnSecret } from '#app/services/maintenance/installation/recognise.ts';
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

/** Thrown if the environment's folder or database holds no installation. */
export class NoInstallation extends Error {
  override name = 'NoInstallation';
}

/**
 * Requirements of a command for the database. Most need one of this version and secret (`installation`), some also its
 * files (`files`), some only the schema (`schema`) or one of any version (`existing`). Some create or migrate one
 * (`makes`), and migration commands accept any (`anything`).
 */
type Needs = 'installation' | 'files' | 'schema' | 'existing' | 'anything' | { makes: true };

/** Runs a command with the environment's database. Throws if the command needs an installation and there is none. */
export async function withServices<T>(work: () => Promise<T>, needs: Needs = 'installation'): Promise<T> {
  // Must precede the connection, which creates the folder.
  const isNeeded = typeof needs === 'string' && needs !== 'anything';
  if (isNeeded) requireFile();
  else if (!config().databaseUrl) prepareDataFolder(config().dataDir);
  connect(config());
  nameInstallation(config().installationName);
  try {
    if (needs === 'existing') await requireSomeVersion();
    else if (isNeeded) await requireInstallation();
    else if (needs !== 'anything') await makeInstallation();
    if (needs === 'installation') await requireOwnSecret();
    else if (needs === 'files') await requireOwnPlace();
    return await work();
  } finally {
    // Both use the database.
    await awaitMails();
    await awaitPurge();
    await disconnect();
  }
}

/**
 * Requires an existing configuration. Commands without a database must create neither a secret nor an outbox folder.
 */
export function requireConfigured(): void {
  const { SESSION_SECRET, SMTP_URL } = process.env;
  const folder = dataFolder();
  const isSomewhere =
    SESSION_SECRET?.trim() || ['secret', 'arbor.sqlite'].some((name) => existsSync(join(folder, name)));
  if (!isSomewhere || !(SMTP_URL?.trim() || existsSync(folder)))
    throw new Error(terminal().t('cli.db.nothingIn', { folder }));
}

/** Throws a ConfigError: a fault of the environment is told before an installation is missed. */
const dataFolder = () => config().dataDir;

async function makeInstallation(): Promise<void> {
  await migrate();
  noteTrial(await isTrialCopy());
}

function requireFile(): void {
  const { databaseUrl, dataDir } = config();
  if (!databaseUrl && !existsSync(join(dataDir, 'arbor.sqlite'))) throw nothingHere();
}

/** Names the variable that is meant: `DATA_DIR` on SQLite. */
function nothingHere(): NoInstallation {
  const { t } = terminal();
  return new NoInstallation(
    config().databaseUrl ? t('cli.db.nothingThere') : t('cli.db.nothingIn', { folder: dataFolder() }),
  );
}

async function requireSomeVersion(): Promise<void> {
  const { executed, unknown } = await migrationStatus();
  if (executed.length + unknown.length === 0) throw nothingHere();
}

async function requireInstallation(): Promise<void> {
  const { t } = terminal();
  const { executed, pending, unknown } = await migrationStatus();
  if (unknown.length > 0) throw new NewerDatabase(unknown);
  if (executed.length === 0) throw nothingHere();
  if (pending.length > 0) throw new Error(t('cli.db.older', { count: pending.length }));
}
