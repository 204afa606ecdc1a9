import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Express, RequestHandler } from 'express';
import type { ServerBuild } from 'react-router';
import { applyBasePath } from '#app/address/apply-base-path.ts';
import { setBasePath } from '#app/address/base-path.ts';
import type { Config } from '#app/config/config-type.server.ts';
import { isTrial } from '#app/config/trial-copy.server.ts';
import { config, hasSecret, prepareDataFolder } from '#app/config.server.ts';
import { publicPages } from '#app/features/public-page/server/public-pages.ts';
import { endEventStreams } from '#app/http/live/event-stream.ts';
import { acceptLiveConnections } from '#app/http/live/live-upgrade.ts';
import { patternOf } from '#app/http/request/route-pattern.ts';
import { measureCachedResponses, responseCache } from '#app/http/response-cache/response-cache.ts';
import { accessLog } from '#app/http/server/access-log.ts';
import { awaitIdle } from '#app/http/server/await-idle.ts';
import { prepareAssets } from '#app/http/server/branding-assets.ts';
import { cacheBriefly } from '#app/http/server/cache-briefly.ts';
import { builtFiles, createExpressApp, withManifest } from '#app/http/server/express-app.ts';
import { listen, requireLocalHost } from '#app/http/server/listen.ts';
import { metricsPage, observeRequests } from '#app/http/server/metrics.ts';
import { buildBelowPath, serveBelowPath, stripBasePath } from '#app/http/server/serve-below-path.ts';
import { startFailure } from '#app/http/server/start-failure.ts';
import { superviseWorkers } from '#app/http/server/workers.ts';
import { nameInstallation } from '#app/i18n/translations.ts';
import { hasAdministrator } from '#app/jobs/find-administrator.ts';
import { measureOperation, measureProcess } from '#app/jobs/measure-operation.ts';
import { recogniseInstallation } from '#app/jobs/recognise-installation.ts';
import { startJobs } from '#app/jobs/start-jobs.ts';
import { logConsoleLines } from '#app/observability/console-lines.ts';
import { logDatabase } from '#app/observability/database-log.ts';
import { startErrorReporting } from '#app/observability/error-reporting.ts';
import { watchEventLoop } from '#app/observability/event-loop-watch.ts';
import { log } from '#app/observability/log.ts';
import { startMetrics } from '#app/observability/metrics.ts';
import { watchStatements } from '#app/observability/process-figures.ts';
import { logUncaught } from '#app/observability/uncaught.ts';
import { connect, disconnect, endBusyWrites } from '#db/connection.ts';
import { DatabaseProbe } from '#db/database-probe.ts';
import { migrate } from '#db/migrate.ts';

/** Grace period for requests in flight at shutdown. */
const DRAIN_SECONDS = 8;
/** Share of the ten seconds that a process has to end. Ending at any moment is safe, as after a kill. */
const STOP_SECONDS = 9.5;
const KEEP_ALIVE_MS = 75_000;
/** npm, systemd and terminals may deliver a signal twice. A second one after this delay is intentional. */
const SECOND_SIGNAL_AFTER_MS = 1000;

type Source = { build: ServerBuild | (() => Promise<ServerBuild>); files: RequestHandler };
type Ask = () => Promise<boolean>;
type Running = { server: Server; stop: () => Promise<void> };

/** Connects, migrates and listens. Resolves once the server accepts requests. */
export async function start({ build, files }: Source): Promise<Running> {
  const settings = config();
  await requireLocalHost(settings.host);
  await prepareInstallation(settings);
  const isAdministered = await hasAdministrator();
  let isStopping = false;
  const probes = [new DatabaseProbe('read'), new DatabaseProbe('write')] as const;
  const [isDatabaseHealthy, isWritable] = probes.map((probe) => cacheBriefly(() => probe.succeeds())) as [Ask, Ask];
  const health = {
    isHealthy: async () => !isStopping && (await isDatabaseHealthy()),
    isReady: async () => !isStopping && (await isWritable()),
    isStopping: () => isStopping,
  };
  const { observers, metrics, flush, stopWatching } = await watch(settings);
  const stopLogging = logDatabase();
  const handlers = {
    ...below({ build, files }),
    publicPages: publicPages(),
    keepAnswers: import.meta.env.DEV ? withoutAnswerCache : responseCache,
  };
  const app = createExpressApp({ ...handlers, health, observers, metrics });
  const server = createHttpServer(app);
  await listen(server, settings);
  const stopWatchingLoop = watchEventLoop();
  const jobs = await startJobs(__ARBOR_VERSION__);
  const stop = async () => {
    isStopping = true;
    endBusyWrites();
    await wait(config().shutdownDelaySeconds * 1000);
    // Open connections would delay the shutdown.
    endEventStreams();
    await jobs.stopLiveWriting();
    await Promise.all([drain(server), jobs.stopSchedule()]);
    await jobs.stop();
    // Metrics read the database.
    await flush();
    await Promise.all(probes.map((probe) => probe.close()));
    await disconnect();
    stopLogging();
    stopWatchingLoop();
    await stopWatching();
  };
  announce(server.address() as AddressInfo, isAdministered);
  return { server, stop };
}

/** Connects to the database, brings it up to date, and refuses one of another installation. */
async function prepareInstallation(settings: Config): Promise<void> {
  watchStatements(settings.slowQueryMs);
  // PostgreSQL and S3 with SESSION_SECRET need no folder.
  if (!settings.databaseUrl || !hasSecret() || settings.storage === 'local') prepareDataFolder(settings.dataDir);
  connect(settings, { writesInThread: true });
  nameInstallation(settings.installationName);
  setBasePath(settings.basePath);
  applyBasePath();
  await prepareAssets();
  const migrated = await migrate();
  if (migrated.length > 0) log.info({ migrated, event: 'migrated' }, 'the database was brought up to date');
  await recogniseInstallation();
  if (isTrial())
    log.warn(
      { event: 'trial-copy' },
      'a trial copy: no backups are made, and mails are written to outbox; see db adopt',
    );
}

function createHttpServer(app: Express): Server {
  const { basePath } = config();
  const server = createServer(basePath === '' ? app : serveBelowPath(app));
  if (basePath !== '') server.on('upgrade', stripBasePath);
  acceptLiveConnections(server, app);
  server.headersTimeout = 15_000;
  // `bodyDeadline` limits request times instead, as it allows for uploads.
  server.requestTimeout = 0;
  // Longer than the timeout of proxies, so that none sends a request on a connection being closed.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return server;
}

/** Places the files of the build below the path of APP_URL. In development they stay where Vite serves them. */
function below({ build, files }: Source): Source {
  if (config().basePath === '' || typeof build === 'function') return { build, files };
  const placed = buildBelowPath(build);
  return { build: placed, files: withManifest(placed, files) };
}

/** Runs the framework without a cache in development, where a page changes with its source. */
const withoutAnswerCache = (framework: RequestHandler) => framework;

type Watched = {
  observers: RequestHandler[];
  metrics: RequestHandler | null;
  /** Sends what is left to the collector. */
  flush: () => Promise<void>;
  stopWatching: () => Promise<void>;
};

/** Starts logs of requests and statements, metrics, traces and error reporting, if configured. */
async function watch(settings: Config): Promise<Watched> {
  const { metricsToken, sentryDsn, accessLogShare, telemetry } = settings;
  const nothing = async () => {};
  const watched: Watched = { observers: [observeRequests], metrics: null, flush: nothing, stopWatching: nothing };
  if (accessLogShare > 0) watched.observers.push(accessLog(accessLogShare));
  if (sentryDsn) {
    const reporting = await startErrorReporting(sentryDsn, __ARBOR_VERSION__);
    watched.observers.push(reporting.observe);
    watched.stopWatching = reporting.stop;
  }
  if (!metricsToken && !telemetry) return watched;
  const measure = async () => [...(await measureOperation()), ...(await measureProcess()), ...measureCachedResponses()];
  const { values, text, contentType } = await startMetrics(measure);
  if (metricsToken) watched.metrics = metricsPage({ token: metricsToken, text, contentType });
  if (telemetry) {
    const { startTelemetry } = await import('#app/observability/telemetry/start-telemetry.ts');
    const continuesTraces = settings.trustProxy !== false;
    const around = { version: __ARBOR_VERSION__, instanceId: randomUUID(), metrics: values, patternOf };
    const { observe, stop } = await startTelemetry({ ...telemetry, continuesTraces }, around);
    watched.observers.push(observe);
    watched.flush = stop;
  }
  return watched;
}

async function drain(server: Server): Promise<void> {
  await awaitIdle();
  const closed = new Promise((done) => server.close(done));
  server.closeIdleConnections();
  const cutOff = setTimeout(() => server.closeAllConnections(), 1000 * DRAIN_SECONDS);
  await closed;
  clearTimeout(cutOff);
}

function announce({ address, port, family }: AddressInfo, isAdministered: boolean): void {
  const host = family === 'IPv6' ? `[${address}]` : address;
  const url = config().appUrl ?? `http://${host === '127.0.0.1' ? 'localhost' : host}:${port}`;
  const { adminEmails } = config();
  const administrator =
    adminEmails.length > 0
      ? `administrators: ${adminEmails.join(', ')}, once their address is verified`
      : 'the first account that verifies its address administers (or set ADMIN_EMAILS)';
  process.stdout.write(`\nArbor is at ${url}\n${isAdministered ? '' : `First administrator: ${administrator}\n`}\n`);
  log.info({ event: 'listening', url }, 'serving');
}

export function stopOnSignal({ stop }: Running): void {
  let firstAt = 0;
  const onSignal = async () => {
    const now = Date.now();
    if (firstAt > 0) {
      if (now - firstAt >= SECOND_SIGNAL_AFTER_MS) process.exit(1);
      return;
    }
    firstAt = now;
    log.info({ event: 'stopping' }, 'stopping: requests in flight are finished');
    const late = wait(1000 * (config().shutdownDelaySeconds + STOP_SECONDS), 'late', { ref: false });
    if ((await Promise.race([stop(), late])) === 'late')
      log.warn({ event: 'stopped-late' }, 'stopped before all had ended');
    else log.info({ event: 'stopped' }, 'stopped');
    process.exit(0);
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
}

/**
 * Ignores errors of stdout and stderr, such as a closed pipe or a full disk, so that the server continues. Logging them
 * would fail again, in an endless loop.
 */
function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

async function main(): Promise<void> {
  try {
    // Files that the server writes are private: folders 0700, files 0600.
    process.umask(0o077);
    ignoreOutputErrors();
    logConsoleLines();
    logUncaught();
    const { workers } = config();
    if (workers > 1 && cluster.isPrimary) process.exit(await superviseWorkers(workers));
    const build = (await import('virtual:react-router/server-build')) as ServerBuild;
    stopOnSignal(await start({ build, files: builtFiles(join(import.meta.dirname, '../client')) }));
  } catch (error) {
    process.stderr.write(`${startFailure(error)}\n`);
    process.exit(1);
  }
}

if (import.meta.env.PROD) await main();
