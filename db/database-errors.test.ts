import { expect, test } from 'vitest';
import { isDatabaseUnavailable, isDiskFull, isOutOfTime } from '#db/database-errors.ts';

const wrapped = (original: object) => Object.assign(new Error('wrapped'), { name: 'SequelizeDatabaseError', original });
const fault = (message: string, more: object = {}) => Object.assign(new Error(message), more);

test.each([
  ['a pooler that has no connection', wrapped({ code: '08P01' })],
  [
    'a pooler that refuses the first statement',
    fault('server login has been failing', { code: '08P01', severity: 'FATAL' }),
  ],
  ['a connection that broke', wrapped(fault('Connection terminated unexpectedly'))],
  ['a connection that broke before', wrapped(fault('Client has encountered a connection error and is not queryable'))],
  ['a connection that broke while it was opened', fault('Connection terminated unexpectedly')],
  ['a database that shuts down', wrapped({ code: '57P01' })],
  ['a full disk', wrapped({ code: 'SQLITE_FULL' })],
  ['no connection', fault('refused', { name: 'SequelizeConnectionRefusedError' })],
])('%s means that the database is unavailable', (_what, error) => {
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test.each([
  ['a unique key', wrapped({ code: '23505' })],
  ['a fault in a statement', wrapped({ code: '42601' })],
  ['another service that refuses', fault('connect ECONNREFUSED', { code: 'ECONNREFUSED' })],
  ['nothing', null],
])('%s does not', (_what, error) => {
  expect(isDatabaseUnavailable(error)).toBe(false);
});

test.each([
  ['SQLite', wrapped({ code: 'SQLITE_FULL' }), true],
  ['PostgreSQL', wrapped({ code: '53100' }), true],
  ['a lock', wrapped({ code: 'SQLITE_BUSY' }), false],
  ['too many connections', wrapped({ code: '53300' }), false],
])('a full disk is told from other faults: %s', (_what, error, isFull) => {
  expect(isDiskFull(error)).toBe(isFull);
});

test.each([
  ['a statement that took too long', wrapped({ code: '57014' }), true],
  ['a lock that was not free', wrapped({ code: '55P03' }), true],
  ['a database that shuts down', wrapped({ code: '57P01' }), false],
  ['a full disk', wrapped({ code: '53100' }), false],
])('a statement out of time is told from a database that is away: %s', (_what, error, isOut) => {
  expect(isOutOfTime(error)).toBe(isOut);
});
