import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arbor } from '#tests/support/arbor.ts';

let dataDir: string;
const run = (args: string[]) => arbor([...args, '--lng', 'zh'], { dataDir });
const english = (args: string[]) => arbor(args, { dataDir });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'arbor-words-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Words of Commander that occur in its error messages. */
const ENGLISH =
  /Usage|Options|Arguments|Commands|\[options\]|\[command\]|display|output|choices|default|error|Did you mean/;

test('help is in the language that is asked for', async () => {
  const { stdout } = await run(['user', 'list', '--help']);
  expect(stdout).toMatch(/^用法：arbor user list \[选项\]\n/);
  expect(stdout).toMatch(/--format <format> .*（可选 table、json、csv；默认 table）/);
  expect((await english(['user', 'list', '--help'])).stdout).toMatch(/^Usage: arbor user list \[options\]\n/);
  expect((await english(['user', 'help', 'list'])).stdout).toMatch(/^Usage: arbor user list \[options\]\n/);
});

test('options that do not go with --all are named', async () => {
  for (const [args, message] of [
    [['import', dataDir, '--all', '--dry-run'], '--dry-run and --parent do not go with --all\n'],
    [['import', dataDir, '--all', '--parent', 'c0'], '--dry-run and --parent do not go with --all\n'],
    [['export', dataDir, '--all', '--branch', 'c0'], '--branch does not go with --all\n'],
  ] as const)
    expect(await english([...args])).toMatchObject({ code: 2, stderr: message });
  expect((await english(['import', dataDir])).stderr).toContain('Say whose documents they become');
});

test('each misuse is 2 and told in Chinese, with what was meant', async () => {
  const misuses: [string[], RegExp][] = [
    [['user', 'lst'], /^错误：未知命令 'lst'\n（是不是想输入 list？）\n/],
    [['user', 'list', '--formt'], /^错误：未知选项 '--formt'\n（是不是想输入 --format？）\n/],
    [
      ['user', 'list', '--format', 'xml'],
      /^错误：选项 '--format <format>' 的取值 'xml' 无效。可选值：table, json, csv。\n/,
    ],
    [['quota', 'set', 'ada@example.com', '500,000'], /无效。需要不带分隔符的整数，例如 500000。\n/],
    [['audit', '--from', 'yesterday'], /无效。需要日期，例如 2026-11-30。\n/],
    [
      ['user', 'list', '--limit', '0'],
      /^错误：选项 '--limit <number>' 的取值 '0' 无效。需要从 1 起、不带分隔符的整数，例如 50。\n/,
    ],
    [['job', 'run', 'sweep'], /^错误：参数 'name' 的取值 'sweep' 无效。可选值：purge-accounts, /],
    [['user', 'show'], /^错误：缺少参数 'email'\n/],
    [['user', 'show', 'a@b.example', 'c'], /^错误：'show' 的参数过多\n/],
    [['file', 'move'], /^错误：必须指定选项 '--to <storage>'\n/],
  ];
  for (const [args, message] of misuses) {
    const { code, stdout, stderr } = await run(args);
    expect([args, code, stdout]).toEqual([args, 2, '']);
    expect(stderr).toMatch(message);
    expect(ENGLISH.exec(stderr)?.[0]).toBeUndefined();
  }
  const missing = await arbor(['--lng', 'zh', 'user', 'list', '--keyword'], { dataDir });
  expect([missing.code, missing.stderr]).toEqual([
    2,
    expect.stringMatching(/^错误：选项 '--keyword <text>' 缺少取值\n/),
  ]);
  const { stderr } = await english(['user', 'list', '--format', 'xml']);
  expect(stderr).toMatch(
    /^error: option '--format <format>' argument 'xml' is invalid\. Allowed choices are table, json, csv\.\n/,
  );
});
