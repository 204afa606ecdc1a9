import { channel } from 'node:diagnostics_channel';
import { expect, test } from 'vitest';
import {
  bucketOf,
  LATENCY,
  noteRequest,
  onStatement,
  processFigures,
  type Statement,
  watchStatements,
} from '#app/observability/process-figures.ts';

const request = { method: 'GET', route: '/doc/:docId', status: '200', seconds: 0.02, isStream: false };

test('requests are counted without probes, and durations without event streams', () => {
  noteRequest(request);
  noteRequest({ ...request, status: '500' });
  noteRequest({ ...request, isStream: true, seconds: 900 });
  noteRequest({ ...request, route: 'operation' });
  const { requests, errors, latency } = processFigures();
  expect([requests, errors, latency.reduce((sum, count) => sum + count)]).toEqual([3, 1, 2]);
  expect(latency[bucketOf(20)]).toBe(2);
});

test('a bucket holds durations up to its bound', () => {
  expect([bucketOf(0), bucketOf(0.5), bucketOf(0.51), bucketOf(1e9)]).toEqual([0, 0, 1, LATENCY.buckets - 1]);
  for (const ms of [1, 7, 33, 250, 4000]) {
    const bound = LATENCY.firstMs * LATENCY.factor ** bucketOf(ms);
    expect([ms <= bound, bound / LATENCY.factor <= ms]).toEqual([true, true]);
  }
});

test('of a statement only kind and table are told, whatever it says', () => {
  const told: Statement[] = [];
  onStatement((statement) => told.push(statement));
  watchStatements(50);
  const finished = (sql: string, ms = 1) => channel('arbor:statement-done').publish({ sql, ms });
  finished('SELECT id FROM documents WHERE title = $title', 60);
  finished('Executed (default): SELECT "id" FROM "users" AS "User" WHERE "email" = \'from canary@example.com\'');
  finished('Executed (default): UPDATE "drafts" SET "title"=\'into canary\' WHERE "id" = 1');
  finished('/* returning */ INSERT INTO mails (id) VALUES ($id)');
  finished('WITH RECURSIVE up AS (SELECT 1) DELETE FROM shares WHERE id IN (SELECT id FROM up)');
  finished('WITH up AS (SELECT 1 FROM documents) SELECT * FROM up');
  finished("PRAGMA user_version('from canary')");
  expect(told.map(({ kind, table }) => [kind, table])).toEqual([
    ['select', 'documents'],
    ['select', 'users'],
    ['update', 'drafts'],
    ['insert', 'mails'],
    ['delete', 'shares'],
    ['select', 'documents'],
    ['other', undefined],
  ]);
  expect(processFigures()).toMatchObject({ statements: 7, slowStatements: 1 });
});
