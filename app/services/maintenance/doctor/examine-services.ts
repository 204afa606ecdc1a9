import { reachMailServer } from '#app/adapters/mailer.ts';
import { config } from '#app/config.server.ts';
import { type Diagnosis, diagnosis, reasonOf } from '#app/services/maintenance/doctor/diagnosis.ts';
import { connect, disconnect } from '#db/connection.ts';
import { migrationStatus } from '#db/migrate.ts';
import { findRefusedAddresses } from '#db/queries/mail-refusals.ts';

const TIMEOUT_MS = 8000;
/** Maximum number of refused addresses that are named. */
const NAMED_MAX = 5;

/** Checks that the mail server accepts the sign-in. Sends no mail. */
export async function* examineMail(): AsyncGenerator<Diagnosis> {
  if (!config().smtpUrl) return yield diagnosis('mail', 'advice', 'mailUnset');
  try {
    await reachMailServer();
    yield diagnosis('mail', 'ok', 'mailOk');
  } catch (error) {
    yield diagnosis('mail', 'broken', 'mailWrong', { reason: reasonOf(error) });
  }
  yield* examineRefusals();
}

/** Names addresses of accounts that the mail server refuses. */
async function* examineRefusals(): AsyncGenerator<Diagnosis> {
  try {
    const refused = await findRefused();
    if (refused.length === 0) return;
    const addresses = refused.map(({ email }) => email).join(', ');
    yield diagnosis('mail', 'advice', 'mailRefused', { total: Number(refused[0]!.total), addresses });
  } catch (error) {
    yield diagnosis('database', 'broken', 'databaseWrong', { reason: reasonOf(error) });
  }
}

async function findRefused() {
  try {
    connect(config());
    const { pending, unknown } = await migrationStatus();
    // Another schema is reported by its own check.
    return pending.length + unknown.length > 0 ? [] : await findRefusedAddresses({ most: NAMED_MAX });
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
