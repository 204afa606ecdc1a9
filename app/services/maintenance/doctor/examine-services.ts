import { reachMailServer } from '#app/adapters/mailer.ts';
import { DEFAULTS } from '#app/config/variables.server.ts';
import { config } from '#app/config.server.ts';
import { type Diagnosis, diagnosis, reasonOf } from '#app/services/maintenance/doctor/diagnosis.ts';
import { connect, disconnect } from '#db/connection.ts';
import { migrationStatus } from '#db/migrate.ts';
import { countLateMails } from '#db/queries/late-mails.ts';
import { findRefusedAddresses } from '#db/queries/mail-refusals.ts';

const TIMEOUT_MS = 8000;
/** Maximum number of refused addresses that are named. */
const NAMED_MAX = 5;
/** A mail that was tried for so long meets more than a server that takes a break. */
const LATE_MS = 10 * 60_000;

/** Checks that the mail server accepts the sign-in. Sends no mail. */
export async function* examineMail(): AsyncGenerator<Diagnosis> {
  if (!config().smtpUrl) return yield diagnosis('mail', 'advice', 'mailUnset');
  try {
    await reachMailServer();
    yield diagnosis('mail', 'ok', 'mailOk');
  } catch (error) {
    yield diagnosis('mail', 'broken', 'mailWrong', { reason: reasonOf(error) });
  }
  if (config().mailFrom === DEFAULTS.MAIL_FROM)
    yield diagnosis('mail', 'advice', 'mailFromUnset', { sender: config().mailFrom });
  yield* examineQueue();
}

/** Reports what the mail server did not take: mails that wait, and addresses of accounts that it refuses. */
async function* examineQueue(): AsyncGenerator<Diagnosis> {
  try {
    connect(config());
    const { pending, unknown } = await migrationStatus();
    // Another schema is reported by its own check.
    if (pending.length + unknown.length > 0) return;
    const now = Date.now();
    const [mails] = await countLateMails({ now, before: now - LATE_MS });
    const late = Number(mails?.late ?? 0);
    if (late > 0) {
      const since = new Date(Number(mails!.oldest)).toISOString().slice(0, 16).replace('T', ' ');
      yield diagnosis('mail', 'advice', 'mailsLate', { count: late, since });
    }
    const refused = await findRefusedAddresses({ most: NAMED_MAX });
    if (refused.length === 0) return;
    const addresses = refused.map(({ email }) => email).join(', ');
    yield diagnosis('mail', 'advice', 'mailRefused', { total: Number(refused[0]!.total), addresses });
  } catch {
    // A database that does not answer is reported by its own check.
  } finally {
    await disconnect();
  }
}

/** Checks that the AI endpoint responds and accepts the key. Generates nothing. */
export async function* examineAi(): AsyncGenerator<Diagnosis> {
  const { ai } = config();
  if (!ai) return yield diagnosis('ai', 'advice', 'aiUnset');
  try {
    const headers: Record<string, string> = ai.apiKey ? { Authorization: `Bearer ${ai.apiKey}` } : {};
    const { status } = await fetch(`${ai.baseUrl}/models`, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (status === 401 || status === 403) yield diagnosis('ai', 'broken', 'aiRefused', { status });
    else if (status >= 500) yield diagnosis('ai', 'broken', 'aiWrong', { reason: `HTTP ${status}` });
    else yield diagnosis('ai', 'ok', 'aiOk', { model: ai.model });
  } catch (error) {
    yield diagnosis('ai', 'broken', 'aiWrong', { reason: reasonOf((error as Error).cause ?? error) });
  }
}

/** Checks that the collector takes traces, if one is configured: an empty batch, with the configured headers. */
export async function* examineTelemetry(): AsyncGenerator<Diagnosis> {
  const { telemetry } = config();
  if (!telemetry) return;
  const { host } = new URL(telemetry.endpoint);
  try {
    const { status } = await fetch(`${telemetry.endpoint.replace(/\/+$/, '')}/v1/traces`, {
      method: 'POST',
      headers: { ...telemetry.headers, 'Content-Type': 'application/json' },
      body: '{"resourceSpans":[]}',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // A collector that takes protobuf only is there.
    if (status >= 400 && status !== 415) yield diagnosis('telemetry', 'broken', 'telemetryRefused', { host, status });
    else yield diagnosis('telemetry', 'ok', 'telemetryOk', { host });
  } catch (error) {
    yield diagnosis('telemetry', 'broken', 'telemetryWrong', {
      host,
      reason: reasonOf((error as Error).cause ?? error),
    });
  }
}
