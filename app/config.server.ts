import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MARKED, nameBehindMark } from '#app/config/byte-order-mark.server.ts';
import type { Config, ProviderClient, RequestLimit, S3Config } from '#app/config/config-type.server.ts';
import { makeFolder } from '#app/config/make-folder.server.ts';
import { LIMIT_NAMES, LIMITS, type LimitName } from '#app/config/rate-limits.server.ts';
import { readOrCreateSecret } from '#app/config/secret-file.server.ts';
import {
  type Environment,
  environmentSchema,
  SECRET_ADDRESSES,
  SECRET_VARIABLES,
} from '#app/config/variables.server.ts';

export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Validates the environment without side effects. Throws a ConfigError of one line with the variable, its value and the
 * accepted values.
 */
export function checkEnvironment(environment: NodeJS.ProcessEnv) {
  const marked = nameBehindMark(environment);
  if (marked !== null) throw new ConfigError(`${marked}: ${MARKED}`);
  // Parsed once per process: compiling the parser of a large schema would cost more than it saves.
  const result = environmentSchema.safeParse(environment, { jitless: true });
  if (!result.success) {
    const issue = result.error.issues[0]!;
    const name = String(issue.path[0]);
    throw new ConfigError(`${name}: got ${describe(name, environment[name])}, takes ${issue.message}`);
  }
  const env = result.data;
  const s3 = env.STORAGE === 's3' || hasS3(env) ? requireS3(env) : undefined;
  return { env, limits: readLimits(environment), ai: readAi(env), s3 };
}

/**
 * Reads the configuration. The secret's file is created when the secret is first read, if it is missing. Throws as
 * `checkEnvironment`.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const { env, limits, ai, s3 } = checkEnvironment(environment);
  const dataDir = resolve(env.DATA_DIR);
  const github = clientOf(env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET);
  const google = clientOf(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET);
  const oidc = clientOf(env.OIDC_CLIENT_ID, env.OIDC_CLIENT_SECRET);
  let secret = env.SESSION_SECRET;
  return {
    host: env.HOST,
    port: env.PORT,
    appUrl: env.APP_URL,
    appOrigin: env.APP_URL && new URL(env.APP_URL).origin,
    basePath: env.APP_URL ? new URL(env.APP_URL).pathname.replace(/\/$/, '') : '',
    dataDir,
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    databaseReadUrl: env.DATABASE_READ_URL,
    pool: {
      connections: env.DATABASE_POOL,
      statementSeconds: env.DATABASE_STATEMENT_TIMEOUT,
      lockSeconds: env.DATABASE_LOCK_TIMEOUT,
    },
    get secret() {
      secret ??= keptSecret(dataDir);
      return secret;
    },
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    registration: env.REGISTRATION,
    registrationDomains: env.REGISTRATION_DOMAINS,
    sharesOutside: env.SHARE_OUTSIDE === 'on',
    adminEmails: env.ADMIN_EMAILS,
    requireSecondFactor: env.REQUIRE_SECOND_FACTOR,
    sessionDays: env.SESSION_DAYS,
    passwordMinLength: env.PASSWORD_MIN_LENGTH ?? null,
    installationName: env.INSTALLATION_NAME,
    logo: env.LOGO_FILE ? { light: env.LOGO_FILE, dark: env.LOGO_FILE_DARK ?? null } : null,
    accentColor: env.ACCENT_COLOR?.toLowerCase() ?? null,
    defaultLanguage: env.DEFAULT_LANGUAGE,
    defaultTheme: env.DEFAULT_THEME ?? null,
    announcement: env.ANNOUNCEMENT ? { en: env.ANNOUNCEMENT, zh: env.ANNOUNCEMENT_ZH ?? env.ANNOUNCEMENT } : null,
    terms: readTerms(env),
    publicLinks: env.PUBLIC_LINKS === 'on',
    publicLinkDays: env.PUBLIC_LINK_DAYS ?? null,
    workers: env.WORKERS,
    shutdownDelaySeconds: env.SHUTDOWN_DELAY,
    backup:
      env.BACKUP_CRON && env.BACKUP_DIR
        ? { cron: env.BACKUP_CRON, folder: env.BACKUP_DIR, keep: env.BACKUP_KEEP }
        : undefined,
    backupFiles: env.BACKUP_FILES,
    backupPassphrase: env.BACKUP_PASSPHRASE,
    maxUploadBytes: env.MAX_UPLOAD_MB * 1024 * 1024,
    rateLimit: env.RATE_LIMIT === 'on',
    auditDays: env.AUDIT_DAYS,
    tokensMayLast: env.TOKENS_MAY_LAST === 'on',
    pdfChromium: env.PDF_CHROMIUM ?? null,
    pictureProxy: env.PICTURE_PROXY === 'on',
    trustProxy: env.TRUST_PROXY,
    limits,
    ai,
    aiPrices: env.AI_PRICES,
    aiCurrency: env.AI_CURRENCY,
    aiMonthlyLimit: env.AI_MONTHLY_LIMIT,
    storage: env.STORAGE,
    s3,
    logLevel: env.LOG_LEVEL,
    accessLogShare: env.ACCESS_LOG,
    slowQueryMs: env.SLOW_QUERY_MS,
    sentryDsn: env.SENTRY_DSN,
    metricsToken: env.METRICS_TOKEN,
    telemetry: telemetryOf(env),
    github: github && { ...github, baseUrl: env.GITHUB_BASE_URL },
    google: google && { ...google, baseUrl: env.GOOGLE_BASE_URL },
    oidc: oidc && {
      ...oidc,
      baseUrl: env.OIDC_ISSUER!,
      name: env.OIDC_NAME,
      scopes: env.OIDC_SCOPES.split(' '),
      trustsAddresses: env.OIDC_TRUST_EMAIL === 'on',
      groupsClaim: env.OIDC_GROUPS_CLAIM,
      groups: env.OIDC_GROUPS ?? new Map(),
    },
    passwordSignIn: env.PASSWORD_SIGN_IN === 'on',
  };
}

function telemetryOf(env: Environment): Config['telemetry'] {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined;
  return {
    endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    protocol: env.OTEL_EXPORTER_OTLP_PROTOCOL,
    serviceName: env.OTEL_SERVICE_NAME,
    sampler: env.OTEL_TRACES_SAMPLER,
    sampled: env.OTEL_TRACES_SAMPLER_ARG ?? 1,
    metricIntervalMs: env.OTEL_METRIC_EXPORT_INTERVAL,
  };
}

/** Parses limits of the form `points/seconds`. Throws a ConfigError. */
function readLimits(environment: NodeJS.ProcessEnv): Config['limits'] {
  const read = (name: LimitName): [LimitName, RequestLimit] => {
    const { variable, points, windowSeconds } = LIMITS[name];
    const text = environment[variable]?.trim();
    if (!text) return [name, { points, windowSeconds }];
    const [, given, seconds] = /^(\d{1,7})\/(\d{1,7})$/.exec(text) ?? [];
    if (Number(given) > 0 && Number(seconds) > 0) {
      return [name, { points: Number(given), windowSeconds: Number(seconds) }];
    }
    const wanted = `how many in how many seconds, such as ${points}/${windowSeconds}`;
    throw new ConfigError(`${variable}: got ${JSON.stringify(text)}, takes ${wanted}`);
  };
  return Object.fromEntries(LIMIT_NAMES.map(read)) as Config['limits'];
}

/** Describes a value in an error message. Of a secret it tells the length, of an address with a password the scheme. */
function describe(name: string, value: string | undefined): string {
  if (!value?.trim()) return 'nothing';
  if (SECRET_ADDRESSES.has(name)) {
    const scheme = /^[a-z][a-z\d+.-]{0,19}:\/\//i.exec(value)?.[0];
    return scheme ? `${scheme}…` : 'no URL';
  }
  if (!SECRET_VARIABLES.has(name)) return JSON.stringify(value);
  const { length } = [...value];
  return length === 1 ? '1 character' : `${length} characters`;
}

function clientOf(clientId: string | undefined, clientSecret: string | undefined): ProviderClient | undefined {
  return clientId && clientSecret ? { clientId, clientSecret } : undefined;
}

function readAi(env: Environment): Config['ai'] {
  const { AI_BASE_URL, AI_API_KEY, AI_MODEL } = env;
  if (!AI_BASE_URL && !AI_MODEL && !AI_API_KEY) return undefined;
  if (!AI_BASE_URL)
    throw new ConfigError('AI_BASE_URL: got nothing, takes the address of an OpenAI-compatible service');
  if (!AI_MODEL) throw new ConfigError('AI_MODEL: got nothing, takes the name of a model, since AI_BASE_URL is set');
  const baseUrl = AI_BASE_URL.replace(/\/+$/, '');
  const { AI_FALLBACK_MODELS: fallbacks, AI_MODELS: byAction } = env;
  return { baseUrl, apiKey: AI_API_KEY, model: AI_MODEL, fallbacks, byAction };
}

function readTerms(env: Environment): Config['terms'] {
  const { TERMS_FILE, TERMS_FILE_ZH, TERMS_VERSION } = env;
  if (!TERMS_FILE || !TERMS_VERSION) return null;
  const en = readText('TERMS_FILE', TERMS_FILE);
  return { version: TERMS_VERSION, en, zh: TERMS_FILE_ZH ? readText('TERMS_FILE_ZH', TERMS_FILE_ZH) : en };
}

function readText(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new ConfigError(`${variable}: got ${JSON.stringify(path)}, takes a file this process can read`, { cause });
  }
}

const S3_NEEDS = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
const hasS3 = (env: Environment) => S3_NEEDS.every((name) => env[name]);

/** Requires the variables that `STORAGE=s3` needs. */
function requireS3(env: Environment): S3Config {
  for (const name of S3_NEEDS) {
    if (!env[name]) throw new ConfigError(`${name}: got nothing, takes a value, since STORAGE is s3`);
  }
  return {
    bucket: env.S3_BUCKET!,
    region: env.S3_REGION,
    endpoint: env.S3_ENDPOINT,
    accessKeyId: env.S3_ACCESS_KEY_ID!,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY!,
  };
}

function keptSecret(dataDir: string): string {
  try {
    return readOrCreateSecret(dataDir);
  } catch (cause) {
    throw unwritable(dataDir, cause);
  }
}

const unwritable = (dataDir: string, cause: unknown) =>
  new ConfigError(`DATA_DIR: got ${JSON.stringify(dataDir)}, takes a folder this process can write`, { cause });

/** Returns true if the secret is configured or already in `DATA_DIR`, so that reading it creates no file. */
export const hasSecret = (): boolean =>
  Boolean(process.env.SESSION_SECRET?.trim()) || existsSync(join(config().dataDir, 'secret'));

/** Creates `DATA_DIR` if it is missing. Throws a ConfigError if it cannot be written. */
export function prepareDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw unwritable(dataDir, cause);
  }
}

let current: Config | undefined;

/** Returns the configuration of this process, read on the first call. */
export function config(): Config {
  current ??= readConfig(process.env);
  return current;
}
