import { LATENCY } from '#app/observability/process-figures.ts';
import { type Administration, requireAdministrator } from '#app/services/access/administrator.ts';
import type { Figures } from '#app/services/maintenance/processes/heartbeat.ts';
import { dialect } from '#db/connection.ts';
import { countWaitingMails } from '#db/queries/mails.ts';
import { announceWatcher, findProcesses } from '#db/queries/processes.ts';

/** Time without a beat after which a watched process counts as away. */
const AWAY_AFTER_MS = 7000;

/** Figures of one process, or of all; rates are null until it was seen twice. */
export type Shown = {
  requestsPerSecond: number | null;
  errorsPerSecond: number | null;
  p50Ms: number | null;
  p99Ms: number | null;
  loopDelayMs: number | null;
  cpuPercent: number | null;
  rssBytes: number;
  statementsPerSecond: number | null;
  slowStatements: number | null;
  connectionsUsed: number | null;
  connectionsWaiting: number | null;
  connectionsMax: number | null;
  unavailable: number | null;
  liveDocuments: number;
  liveConnections: number;
  aiRunning: number;
  aiCallsPerMinute: number | null;
};
export type ShownProcess = Shown & {
  name: string;
  version: string;
  startedAt: string;
  /** Seconds since the last heartbeat; null for a running process. */
  awaySeconds: number | null;
  jobs: string[];
};
export type Overview = {
  database: 'SQLite' | 'PostgreSQL';
  total: Shown;
  processes: ShownProcess[];
  mailsWaiting: number;
  mailsOldestSeconds: number;
  /** True once the rates of every process are known, or the process is away. */
  isComplete: boolean;
};

type Seen = { last: Figures; before: Figures | null; changedAt: number };

/** Watches every process of the database. Keeps the two last figures of each, as rates are their difference. */
export class ProcessWatch {
  readonly #seen = new Map<string, Seen>();
  readonly #by: Administration;

  constructor(by: Administration) {
    this.#by = by;
  }

  /** Asks every process for its figures and returns the last ones. Throws `permissionDenied`. */
  async look(): Promise<Overview> {
    requireAdministrator(this.#by);
    await announceWatcher({});
    const [rows, [mails]] = await Promise.all([findProcesses({}), countWaitingMails({ now: Date.now() })]);
    const now = performance.now();
    const processes = rows.map((row) => {
      const seen = this.#note(row.id, JSON.parse(row.figures) as Figures, now);
      const silentMs = now - seen.changedAt;
      const isAway = silentMs > AWAY_AFTER_MS;
      return {
        name: `${row.host}:${row.pid}`,
        version: row.version,
        startedAt: new Date(Number(row.startedAt)).toISOString(),
        awaySeconds: isAway ? Math.round(Math.max(silentMs, Date.now() - Number(row.seenAt)) / 1000) : null,
        jobs: isAway ? [] : seen.last.jobs,
        seen,
      };
    });
    const here = processes.filter(({ awaySeconds }) => awaySeconds === null).map(({ seen }) => seen);
    return {
      database: dialect() === 'postgres' ? 'PostgreSQL' : 'SQLite',
      total: shownOf(here),
      processes: processes.map(({ seen, ...rest }) => ({ ...rest, ...shownOf([seen]) })),
      mailsWaiting: Number(mails!.waiting),
      mailsOldestSeconds: mails!.oldest === null ? 0 : Math.max(0, (Date.now() - Number(mails!.oldest)) / 1000),
      isComplete: here.every(({ before }) => before !== null),
    };
  }

  /** The first figures may be minutes old: rates begin with the first that are written for this watch. */
  #note(id: string, figures: Figures, now: number): Seen {
    const known = this.#seen.get(id);
    if (known && known.last.at === figures.at) return known;
    const before = known && figures.at - known.last.at < 2 * AWAY_AFTER_MS ? known.last : null;
    const seen = { last: figures, before, changedAt: now };
    this.#seen.set(id, seen);
    return seen;
  }
}

const round = (value: number, digits = 1) => Math.round(value * 10 ** digits) / 10 ** digits;

/** Returns the figures of some processes together. */
function shownOf(seen: Seen[]): Shown {
  const pairs = seen.flatMap(({ last, before }) =>
    before ? [{ last, before, seconds: (last.at - before.at) / 1000 }] : [],
  );
  const rate = (key: 'requests' | 'errors' | 'statements' | 'aiCalls', factor = 1) =>
    pairs.length === 0
      ? null
      : round(pairs.reduce((sum, { last, before, seconds }) => sum + (last[key] - before[key]) / seconds, 0) * factor);
  const grown = (key: 'slowStatements' | 'unavailable') =>
    pairs.length === 0 ? null : pairs.reduce((sum, { last, before }) => sum + last[key] - before[key], 0);
  const latency = Array.from({ length: LATENCY.buckets }, (_, at) =>
    pairs.reduce((sum, { last, before }) => sum + last.latency[at]! - before.latency[at]!, 0),
  );
  const now = seen.map(({ last }) => last);
  const sum = (of: (figures: Figures) => number) => now.reduce((total, figures) => total + of(figures), 0);
  const pools = now.flatMap(({ pool }) => pool ?? []);
  const connections = (key: 'used' | 'waiting' | 'max') =>
    pools.length === 0 ? null : pools.reduce((total, pool) => total + pool[key], 0);
  const delays = now.flatMap(({ loopDelayMs }) => loopDelayMs ?? []);
  const cpu = pairs.reduce((total, { last, before }) => total + (last.cpuMs - before.cpuMs) / (last.at - before.at), 0);
  return {
    requestsPerSecond: rate('requests'),
    errorsPerSecond: rate('errors'),
    p50Ms: quantileOf(latency, 0.5),
    p99Ms: quantileOf(latency, 0.99),
    loopDelayMs: delays.length === 0 ? null : Math.max(...delays),
    cpuPercent: pairs.length === 0 ? null : Math.round(100 * cpu),
    rssBytes: sum(({ rssBytes }) => rssBytes),
    statementsPerSecond: rate('statements'),
    slowStatements: grown('slowStatements'),
    connectionsUsed: connections('used'),
    connectionsWaiting: connections('waiting'),
    connectionsMax: connections('max'),
    unavailable: grown('unavailable'),
    liveDocuments: sum(({ live }) => live.documents),
    liveConnections: sum(({ live }) => live.connections),
    aiRunning: sum(({ aiRunning }) => aiRunning),
    aiCallsPerMinute: rate('aiCalls', 60),
  };
}

/** Returns a quantile of durations in ms, the middle of its bucket; null without any. */
export function quantileOf(latency: number[], share: number): number | null {
  const total = latency.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let below = 0;
  const at = latency.findIndex((count) => {
    below += count;
    return below >= share * total;
  });
  return round(LATENCY.firstMs * LATENCY.factor ** (at - 0.5), at > 12 ? 0 : 1);
}
