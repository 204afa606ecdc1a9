import type { TokenPrice } from '#app/config/ai-variables.server.ts';
import type { LimitName } from '#app/config/rate-limits.server.ts';
import type { AiAction } from '#app/schemas/ai-actions.ts';

export type RequestLimit = { points: number; windowSeconds: number };

/** OAuth client credentials of this installation. */
export type ProviderClient = { clientId: string; clientSecret: string };

export type S3Config = {
  bucket: string;
  region: string;
  endpoint: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
};

export type Config = {
  host: string;
  port: number;
  /** The public address without a slash at its end, if set; with https, cookies are `Secure` and prefixed. */
  appUrl: string | undefined;
  /** Origin of `appUrl`. */
  appOrigin: string | undefined;
  /** Path of `appUrl`, such as `/notes`; empty at the root of a host. */
  basePath: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** The same database without a pooler, as LISTEN needs its own session. */
  databaseDirectUrl: string | undefined;
  /** A replica for reports that may be stale. */
  databaseReadUrl: string | undefined;
  /** Limits of the PostgreSQL connections. */
  pool: { connections: number; statementSeconds: number; lockSeconds: number };
  secret: string;
  smtpUrl: string | undefined;
  mailFrom: string;
  registration: 'open' | 'invited' | 'closed';
  /** Domains in ASCII whose addresses may register while `registration` is open; empty for all. */
  registrationDomains: string[];
  /** False if documents are shared with addresses at `registrationDomains` only. */
  sharesOutside: boolean;
  adminEmails: string[];
  /** The accounts that must have a second factor. */
  requireSecondFactor: 'off' | 'administrators' | 'all';
  /** Days without use after which a remembered session ends. */
  sessionDays: number;
  /** Minimum number of characters of a new password; null for the default. */
  passwordMinLength: number | null;
  /** Name in header, titles and mails. */
  installationName: string;
  /** Paths of the installation's logo; null for Arbor's. `dark` is null for the same in both themes. */
  logo: { light: string; dark: string | null } | null;
  /** `#rrggbb`; null for Arbor's. */
  accentColor: string | null;
  /** Language of people who chose none and whose browser asks for none of ours. */
  defaultLanguage: 'en' | 'zh';
  /** Theme of people who chose none; null for dark, and the system's on public links. */
  defaultTheme: 'system' | 'light' | 'dark' | null;
  /** Announcement by language; null for none. */
  announcement: { en: string; zh: string } | null;
  /** Terms that every account must accept, in Markdown by language; null for none. */
  terms: { version: string; en: string; zh: string } | null;
  publicLinks: boolean;
  /** Maximum lifetime of a public link in days; null without a limit. */
  publicLinkDays: number | null;
  /** Number of processes that share the port. */
  workers: number;
  /** Time that a stopping process continues to serve, so that a proxy can notice `/readyz`. */
  shutdownDelaySeconds: number;
  /** Schedule and folder of backups; undefined for none. */
  backup: { cron: string; folder: string; keep: number } | undefined;
  /** Passphrase that encrypts archives; undefined for plain ones. */
  backupPassphrase: string | undefined;
  /** `once`: scheduled backups share the bytes of files in a folder beside them; `whole`: each holds its own. */
  backupFiles: 'once' | 'whole';
  /** Limit in bytes of one upload: one file, or all files of an import together. */
  maxUploadBytes: number;
  rateLimit: boolean;
  /** True if personal access tokens may have no expiry. */
  tokensMayLast: boolean;
  /** Number of days for which audited events are stored. */
  auditDays: number;
  /** Path of the Chromium that prints PDF; null to disable PDF. */
  pdfChromium: string | null;
  /** True if images of other hosts are proxied, so that those hosts do not see readers' addresses. */
  pictureProxy: boolean;
  /** Trusted `X-Forwarded-For` in Express's format: none, a number of hops, or networks. */
  trustProxy: false | number | string[];
  limits: Record<LimitName, RequestLimit>;
  /** Undefined hides AI from the interface. */
  ai: AiConfig | undefined;
  /** Prices of tokens by model. They apply without `ai` too, as the ledger outlives a provider. */
  aiPrices: Map<string, TokenPrice>;
  /** ISO 4217 code. */
  aiCurrency: string;
  /** Default monthly token limit of an account; an administrator can override it. */
  aiMonthlyLimit: number;
  storage: 'local' | 's3';
  /** Set if `storage` is `s3`, or if S3 is configured for moving files. */
  s3: S3Config | undefined;
  logLevel: string;
  /** Fraction of requests to log: 0 for none, 1 for all. */
  accessLogShare: number;
  /** Duration in ms from which statements are logged; undefined for none. */
  slowQueryMs: number | undefined;
  sentryDsn: string | undefined;
  /** Bearer token for `/metrics`; undefined disables the page. */
  metricsToken: string | undefined;
  /** Collector of traces and metrics over OTLP; undefined for none. */
  telemetry: TelemetryConfig | undefined;
  /** Social sign-in; undefined disables a provider. Without `baseUrl`, GitHub is github.com. */
  github: (ProviderClient & { baseUrl: string | undefined }) | undefined;
  /** `baseUrl` is an OpenID Connect issuer with discovery. */
  google: (ProviderClient & { baseUrl: string }) | undefined;
  /** The organisation's own OpenID Connect issuer. */
  oidc: OrganisationIssuer | undefined;
  /** False if people sign in at a provider only. */
  passwordSignIn: boolean;
};

export type TelemetryConfig = {
  /** Address of the collector; `/v1/traces` and `/v1/metrics` are below it. */
  endpoint: string;
  /** Headers by name. */
  headers: Record<string, string>;
  protocol: 'http/protobuf' | 'http/json';
  serviceName: string;
  /** One of OpenTelemetry's samplers, and the fraction of traces for those by ratio. */
  sampler: string;
  sampled: number;
  metricIntervalMs: number;
};

export type AiConfig = {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
  /** Models tried in this order if the chosen one fails before its answer. */
  fallbacks: string[];
  /** Models of an action, in the order they are tried; others use `model`. */
  byAction: Map<AiAction, string[]>;
};

export type OrganisationIssuer = ProviderClient & {
  baseUrl: string;
  /** Name on the button. */
  name: string;
  scopes: string[];
  /** True if the issuer's addresses count as verified without `email_verified`. */
  trustsAddresses: boolean;
  groupsClaim: string;
  /** Groups synchronised from the claim, each with the claim values whose holders are its members. */
  groups: Map<string, string[]>;
};
