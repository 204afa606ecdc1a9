import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arbor } from '#tests/support/arbor.ts';

let folder: string;
const run = (args: string[], env: Record<string, string> = {}) =>
  arbor(['config', ...args], { dataDir: join(folder, 'data'), env });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arbor-config-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('config: every variable with value and source, secrets masked, and nothing is created', async () => {
  const env = { PORT: '4000', SMTP_URL: 'smtp://ada:hunter2@mail.example.com:587', METRICS_TOKEN: 'hunter2' };
  const { code, stdout, stderr } = await run(['--json'], env);
  const rows = JSON.parse(stdout) as { variable: string; value: string | null; source: string }[];
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^\d of \d{2,3} variables are set by the environment\n$/)]);
  expect(rows).toContainEqual({ variable: 'PORT', value: '4000', source: 'environment' });
  // The launcher sets none either: messages of a command begin at warnings by its ARBOR_LOG.
  expect(rows).toContainEqual({ variable: 'LOG_LEVEL', value: 'info', source: 'default' });
  expect(rows).toContainEqual({ variable: 'REGISTRATION', value: 'open', source: 'default' });
  expect(rows).toContainEqual({
    variable: 'SMTP_URL',
    value: 'smtp://********@mail.example.com:587',
    source: 'environment',
  });
  expect(stdout).not.toContain('hunter2');
  const table = await run(['--lng', 'zh'], env);
  expect(table.stdout).toMatch(/^变量 +取值 +来源\n/);
  expect(table.stdout).toMatch(/^PORT +4000 +环境变量$/m);
  expect((await run(['--format', 'csv'])).stdout).toMatch(/^variable,value,source\r\nHOST,127\.0\.0\.1,default\r\n/);
  expect(await readdir(folder)).toEqual([]);
});

test('config: a wrong value is among the others, and the last line names it', async () => {
  const { code, stdout, stderr } = await run([], { PORT: 'eighty', AI_API_KEY: 'hunter2' });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^PORT: got "eighty", takes a port/)]);
  expect(stdout).toMatch(/^PORT +eighty +environment$/m);
  expect(stdout).not.toContain('hunter2');
  const half = await run([], { STORAGE: 's3' });
  expect([half.code, half.stderr]).toEqual([1, expect.stringMatching(/^S3_BUCKET: got nothing/)]);
  expect(await readdir(folder)).toEqual([]);
});
