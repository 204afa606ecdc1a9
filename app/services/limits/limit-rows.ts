import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { RequestLimit } from '#app/config/config-type.server.ts';
import { log } from '#app/observability/log.ts';
import { executeReturning } from '#db/connection.ts';

type Query = { text: string; values: unknown[] };

/**
 * Runs the library's PostgreSQL statements on SQLite too. They use the application's connection, so that they queue
 * with other writers and all processes share the rows.
 */
const connection = {
  query: async ({ text, values }: Query) => {
    const bind = Object.fromEntries(values.map((value, index) => [`v${index + 1}`, value]));
    const returning = /^\s*DELETE/.test(text) ? `${text} RETURNING key` : text;
    try {
      const rows = await executeReturning(returning.replace(/;\s*$/, '').replaceAll('$', '$v'), bind);
      return { rows, rowCount: rows.length };
    } catch (error) {
      log.warn({ error, event: 'limits-in-memory' }, 'limits could not be counted in the database');
      throw error;
    }
  },
};

/**
 * Creates a limiter on the table `limits`. While the database is unavailable it counts in memory, so that the limit is
 * never lifted.
 */
export function limitRows(name: string, { points, windowSeconds }: RequestLimit): RateLimiterPostgres {
  const options = { keyPrefix: name, points, duration: windowSeconds };
  return new RateLimiterPostgres({
    ...options,
    storeClient: connection,
    storeType: 'client',
    tableName: 'limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    insuranceLimiter: new RateLimiterMemory(options),
  });
}
