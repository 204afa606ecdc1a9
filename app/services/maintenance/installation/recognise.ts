import { noteTrial } from '#app/config/trial-copy.server.ts';
import { config, hasSecret } from '#app/config.server.ts';
import { FALLBACK_LANGUAGE } from '#app/i18n/language.ts';
import { translator } from '#app/i18n/translations.ts';
import { log } from '#app/observability/log.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { recordAct } from '#app/services/audit/record-act.ts';
import { keyedHash, randomToken } from '#app/services/crypto/secrets.ts';
import { storageFailure } from '#app/services/maintenance/installation/storage-failure.ts';
import { markOf, placeOf, writeMark } from '#app/services/maintenance/installation/storage-mark.ts';
import { dialect, inTransaction } from '#db/connection.ts';
import { lock } from '#db/locks.ts';
import { findInstallation, type InstallationRow, setTrial, writeInstallation } from '#db/queries/installation.ts';

/**
 * `secret`: the database was written with another secret. `local`, `s3`: the storage belongs to another installation.
 */
type Mismatch = 'secret' | 'local' | 's3';

/** Thrown if secret, database and storage of this process do not belong to one installation. The message is English. */
export class ForeignInstallation extends Error {
  override name = 'ForeignInstallation';
  readonly reason: Mismatch;
  readonly place: string;
  constructor(reason: Mismatch) {
    const place = reason === 'secret' ? '' : placeOf({ kind: reason });
    super(translator(FALLBACK_LANGUAGE)(`cli.installation.${reason}`, { place }));
    this.reason = reason;
    this.place = place;
  }
}

/** SQLite and its uploads are in one folder, so they always belong together. */
const isTogether = () => dialect() === 'sqlite' && config().storage === 'local';
/** Loaded when asked for: most commands look at the secret only. */
const loadStorage = async () => (await import('#app/adapters/storage.ts')).storage();
/** S3 needs no preparation, and its client is loaded when it is used. */
const prepareStorage = async () => (config().storage === 'local' ? (await loadStorage()).prepare?.() : undefined);
const secretMark = () => keyedHash('installation');

/** Names the variable behind a failure of the storage. */
const reached = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error) => {
    throw storageFailure(error);
  });

/**
 * Compares secret and storage of this process with the marks of the installation; the first start creates these. Throws
 * ForeignInstallation. If the storage does not respond, this is logged and ignored; on the first start it throws a
 * ConfigError.
 */
export async function recogniseInstallation(): Promise<void> {
  await compareOrName();
  await reached(prepareStorage());
}

async function compareOrName(): Promise<void> {
  const [known] = await findInstallation({});
  noteTrial(Number(known?.isTrial ?? 0) === 1);
  if (known?.secretMark) return requireOwn(known);
  await inTransaction(async () => {
    await lock('installation');
    const [row] = await findInstallation({});
    if (row?.secretMark) return requireOwn(row);
    const found = await reached(markOf(await loadStorage()));
    if (found && found !== row?.mark && !isTogether()) throw new ForeignInstallation(config().storage);
    await name(found ?? row?.mark ?? randomToken(), secretMark());
  });
}

/** Throws ForeignInstallation if the secret is not that of the database. Changes nothing. */
export async function requireOwnSecret(): Promise<void> {
  const [known] = await findInstallation({});
  if (known) compareSecret(known);
}

/** Throws ForeignInstallation if secret or storage are not those of the database. Changes nothing. */
export async function requireOwnPlace(): Promise<void> {
  const [known] = await findInstallation({});
  if (known) await requireOwn(known);
}

/** Marks the current secret and storage as those of the installation, after a deliberate change. */
export async function adoptInstallation(): Promise<void> {
  const [known] = await findInstallation({});
  const isSame = await requireOwnPlace().then(
    () => true,
    () => false,
  );
  await inTransaction(async () => {
    await name(known?.mark ?? randomToken(), secretMark());
    await setTrial({ isTrial: 0 });
    const detail = { identity: isSame ? 'same' : 'changed', trial: known?.isTrial ? 'ended' : 'none' };
    await recordAct(OPERATOR, { action: 'installation.adopt', subject: 'installation', detail });
  });
  noteTrial(false);
}

/** Makes a restored copy a trial: it sends no mails and makes no backups until it is adopted. */
export const markTrial = (): Promise<number> => setTrial({ isTrial: 1 });

/** Returns true if the installation is a trial copy. */
export const isTrialCopy = async (): Promise<boolean> => Number((await findInstallation({}))[0]?.isTrial ?? 0) === 1;

/**
 * Sets a new mark for a restored installation. The next start adds the secret, as this process may have read the old
 * one.
 */
export async function nameRestored(): Promise<void> {
  await name(randomToken(), null);
}

/** Returns the mark of this database; null before the first start. */
export async function ownMark(): Promise<string | null> {
  const [known] = await findInstallation({});
  return known?.mark ?? null;
}

async function name(mark: string, secret: string | null): Promise<void> {
  await reached(writeMark(await loadStorage(), mark));
  await writeInstallation({ mark, secretMark: secret, now: Date.now() });
}

/** A missing secret is another one: reading it would create a wrong one that looks like the right one. */
function compareSecret(known: InstallationRow): void {
  noteTrial(Number(known.isTrial) === 1);
  if (!known.secretMark) return;
  if (!hasSecret() || known.secretMark !== secretMark()) throw new ForeignInstallation('secret');
}

async function requireOwn(known: InstallationRow): Promise<void> {
  compareSecret(known);
  if (isTogether()) return;
  const found = await markOf(await loadStorage()).catch((error) => {
    log.warn({ error, event: 'storage-unknown' }, 'the storage does not answer: its installation is not known');
    return known.mark;
  });
  if (found !== known.mark) throw new ForeignInstallation(config().storage);
}
