import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { effectiveConfig } from '#app/config/effective-config.server.ts';

const of = (environment: NodeJS.ProcessEnv) =>
  Object.fromEntries(effectiveConfig(environment).map(({ variable, ...rest }) => [variable, rest]));

test('names where each value comes from', () => {
  const values = of({ PORT: ' 4000 ', LIMIT_REQUESTS: '5/60', APP_URL: ' ', DATA_DIR: 'notes' });
  expect(values.PORT).toEqual({ value: '4000', source: 'environment' });
  expect(values.HOST).toEqual({ value: '127.0.0.1', source: 'default' });
  expect(values.APP_URL).toEqual({ value: null, source: 'unset' });
  expect(values.ADMIN_EMAILS).toEqual({ value: null, source: 'unset' });
  expect(values.LIMIT_REQUESTS).toEqual({ value: '5/60', source: 'environment' });
  expect(values.LIMIT_REFRESH).toEqual({ value: '30/60', source: 'default' });
  expect(values.DATA_DIR).toEqual({ value: resolve('notes'), source: 'environment' });
  expect(values.DATABASE_URL).toEqual({ value: resolve('notes/arbor.sqlite'), source: 'default' });
  expect(values.SESSION_SECRET).toEqual({ value: resolve('notes/secret'), source: 'file' });
  expect(values.DATABASE_DIRECT_URL).toEqual({ value: null, source: 'unset' });
});

test('masks every secret; of an address the host stays', () => {
  const secret = 'hunter2-hunter2-hunter2-hunter2-hunter2';
  const url = `postgres://ada:${secret}@db.example.com:5432/arbor?password=${secret}`;
  const environment: NodeJS.ProcessEnv = {
    SESSION_SECRET: secret,
    BACKUP_PASSPHRASE: secret,
    DATABASE_URL: url,
    DATABASE_READ_URL: `postgres:${secret}`,
    SMTP_URL: `smtp://mail.example.com:25`,
    SENTRY_DSN: `https://${secret}@sentry.example.com/1`,
    METRICS_TOKEN: secret,
    GITHUB_CLIENT_SECRET: secret,
    GOOGLE_CLIENT_SECRET: secret,
    S3_SECRET_ACCESS_KEY: secret,
    AI_API_KEY: secret,
    AI_BASE_URL: `https://ada:${secret}@ai.example.com/v1`,
  };
  const values = of(environment);
  expect(JSON.stringify(values)).not.toContain('hunter2');
  expect(values.DATABASE_URL?.value).toBe('postgres://********@db.example.com:5432/arbor?********');
  expect(values.DATABASE_DIRECT_URL).toEqual({ value: values.DATABASE_URL?.value, source: 'default' });
  expect(values.SMTP_URL?.value).toBe('smtp://mail.example.com:25');
  expect(values.SENTRY_DSN?.value).toBe('https://********@sentry.example.com/1');
  expect(values.AI_BASE_URL?.value).toBe('https://********@ai.example.com/v1');
  expect(values.METRICS_TOKEN).toEqual({ value: '********', source: 'environment' });
});
