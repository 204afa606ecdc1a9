import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, disconnect, execute, select } from '#db/connection.ts';
import { arbor } from '#tests/support/arbor.ts';
import { type S3Server, startS3 } from '#tests/support/s3.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let folder: string;
let dataDir: string;
let s3: S3Server;
const run = (args: string[], env: Record<string, string> = {}, where = dataDir) => arbor(args, { dataDir: where, env });
const rows = async (args: string[], env = {}, where = dataDir) =>
  JSON.parse((await run([...args, '--format', 'json'], env, where)).stdout);

/** Creates an image of Ada's in the state after an upload. */
async function keepFile(): Promise<void> {
  const hash = createHash('sha256').update(PNG).digest('base64url');
  connect({ dataDir });
  const [ada] = await select<{ id: string }>("SELECT id FROM users WHERE email = 'ada@example.com'");
  await execute(
    `INSERT INTO files (id, file_key, owner_id, name, ext, type, size, content_hash, created_at, expires_at, confirmed_at)
     VALUES ('cleaf', 'leaf', $me, 'leaf.png', 'png', 'image/png', $size, $hash, 1, 1, 1)`,
    { me: ada!.id, size: PNG.length, hash },
  );
  await disconnect();
  const blobs = join(dataDir, 'uploads/blobs', ada!.id);
  await mkdir(blobs, { recursive: true });
  await writeFile(join(blobs, hash), PNG);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arbor-care-'));
  dataDir = join(folder, 'data');
  s3 = await startS3();
  await run(['user', 'create', 'ada@example.com', '--link']);
  await keepFile();
});
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

test('L3 backup and restore: asked where something is there, refused for what is damaged, whole afterwards', async () => {
  const file = join(folder, 'arbor.zip');
  const made = await run(['db', 'backup', file]);
  expect([made.code, made.stderr]).toEqual([0, expect.stringContaining('DATA_DIR/secret is in it')]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const refused = await run(['db', 'restore', file]);
  expect([refused.code, refused.stdout]).toEqual([4, '']);
  expect((await run(['db', 'restore', join(folder, 'none.zip'), '--yes'])).code).toBe(3);
  await writeFile(join(folder, 'bad.zip'), 'bad');
  expect((await run(['db', 'restore', join(folder, 'bad.zip'), '--yes'])).code).toBe(1);

  const other = join(folder, 'other');
  expect(await rows(['db', 'restore', file], {}, other)).toMatchObject([{ files: 1, missing: 0, secret: 'restored' }]);
  for (const command of [
    ['user', 'list'],
    ['file', 'list'],
  ])
    expect(await rows(command, {}, other)).toEqual(await rows(command));
  const checked = await run(['db', 'check'], {}, other);
  expect([checked.code, checked.stderr]).toEqual([0, 'Everything is in order\n']);
  expect((await run(['db', 'restore', file, '--yes'])).code).toBe(0);
});

test('a backup replaces an archive of Arbor, and no part of the installation or other file', async () => {
  const other = join(folder, 'target');
  await run(['db', 'restore', join(folder, 'arbor.zip')], {}, other);
  await symlink(other, join(folder, 'link'));
  await symlink(join(other, 'secret'), join(folder, 'secret.zip'));
  await writeFile(join(folder, 'notes.txt'), 'precious');
  const own = ['arbor.sqlite', 'arbor.sqlite-wal', 'arbor.sqlite-shm', 'secret', 'uploads/a.zip', 'outbox/a.zip'];
  const secret = await readFile(join(other, 'secret'), 'utf8');
  for (const [file, text] of [
    ...own.map((name) => [join(folder, 'link', name), 'belongs to this installation']),
    [relative(tmpdir(), join(other, 'arbor.sqlite')), 'belongs to this installation'],
    [join(folder, 'secret.zip'), 'belongs to this installation'],
    [other, 'is a folder or a device'],
    [join(folder, 'notes.txt'), 'is no backup of Arbor'],
  ] as const) {
    const refused = await run(['db', 'backup', file], {}, other);
    expect([file, refused.code, refused.stderr]).toEqual([file, 4, expect.stringContaining(text)]);
  }
  for (const nowhere of [join(folder, 'nowhere'), '/proc']) {
    const failed = await run(['db', 'backup', join(nowhere, 'full.zip')], {}, other);
    expect([failed.code, failed.stderr]).toEqual([1, expect.stringMatching(/^Nothing can be written into \S+ \(/)]);
    expect([failed.stderr, failed.stderr.includes(`${nowhere} (`)]).toEqual([failed.stderr, true]);
  }
  const down = ['db', 'migrate', '--down', '--yes', '--backup'];
  expect((await run([...down, join(other, 'arbor.sqlite')], {}, other)).code).toBe(4);
  expect(await readFile(join(other, 'secret'), 'utf8')).toBe(secret);
  expect(await readFile(join(folder, 'notes.txt'), 'utf8')).toBe('precious');
  expect((await run(['db', 'check'], {}, other)).code).toBe(0);

  const file = join(folder, 'again.zip');
  for (const BACKUP_PASSPHRASE of ['', 'first phrase of words', 'second phrase of words'])
    expect((await run(['db', 'backup', file], { BACKUP_PASSPHRASE }, other)).code).toBe(0);
  expect((await run([...down, join(folder, 'notes.txt')], {}, other)).code).toBe(0);
  expect((await run(['db', 'verify', join(folder, 'notes.txt')], {}, other)).code).toBe(0);
});

test('a backup tells which files it lacks, and is made although the audit log takes no entry', async () => {
  const other = join(folder, 'partly');
  await run(['db', 'restore', join(folder, 'arbor.zip')], {}, other);
  await rm(join(other, 'uploads'), { recursive: true });
  connect({ dataDir: other });
  await execute("CREATE TRIGGER refused BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'no room'); END");
  await disconnect();
  for (const options of [[], ['--incremental']]) {
    const made = await run(['db', 'backup', join(folder, 'partly.zip'), '--json', ...options], {}, other);
    expect([made.code, JSON.parse(made.stdout)]).toMatchObject([0, [{ files: 0, missing: 1 }]]);
    expect(made.stderr).toContain('1 file is missing');
    expect(made.stderr).not.toContain('all files');
    expect(made.stderr).toContain('only the audit log could not take an entry for it (');
  }
});

test('a backup is not imported: one line names the command that restores it, and nothing is recorded', async () => {
  const secret = join(folder, 'secret-words.zip');
  await run(['db', 'backup', secret], { BACKUP_PASSPHRASE: 'a phrase of some words' });
  for (const file of [join(folder, 'arbor.zip'), secret]) {
    const { code, stderr } = await run(['import', file, '--owner', 'ada@example.com']);
    expect([code, stderr.split('\n')]).toEqual([
      1,
      [expect.stringContaining('arbor db restore'), expect.stringContaining('nothing was imported'), ''],
    ]);
  }
  connect({ dataDir });
  expect(await select('SELECT id FROM imports')).toEqual([]);
  await disconnect();
});

test('a folder is no backup, a copy beside the installation has a secret of its own, and never takes its place', async () => {
  for (const command of ['verify', 'restore']) {
    const { code, stderr } = await run(['db', command, folder, ...(command === 'restore' ? ['--yes'] : [])]);
    expect([command, code, stderr]).toEqual([command, 2, `${folder} is a folder: name the file of the archive\n`]);
  }
  const file = join(folder, 'arbor.zip');
  await symlink(dataDir, join(folder, 'same'));
  for (const into of [dataDir, join(folder, 'same')]) {
    const { code, stderr } = await run(['db', 'restore', file, '--into', into, '--yes']);
    expect([code, stderr]).toEqual([4, expect.stringContaining('is DATA_DIR of this installation')]);
  }
  const env = { SESSION_SECRET: 'a secret for tests that is long enough' };
  const [elsewhere, archive] = [join(folder, 'elsewhere'), join(folder, 'without-secret.zip')];
  await run(['user', 'create', 'olga@example.com', '--link'], env, elsewhere);
  await run(['db', 'backup', archive], env, elsewhere);
  const { code, stderr } = await run(['db', 'restore', archive, '--into', join(folder, 'look')], env, elsewhere);
  expect([code, stderr]).toEqual([0, expect.stringContaining('the folder has one of its own')]);
});

test('db check: what nobody can mend is told, with 1', async () => {
  const other = join(folder, 'broken');
  await run(['db', 'restore', join(folder, 'arbor.zip')], {}, other);
  await rm(join(other, 'uploads'), { recursive: true });
  const checked = await run(['db', 'check', '--repair', '--lng', 'zh'], {}, other);
  expect([checked.code, checked.stderr]).toEqual([1, '1 个问题\n']);
  expect(checked.stdout).toContain('文件内容缺失');
});

test('file move: copied, then switched, then the old copies go; the other way too', async () => {
  const settings = { ...s3.environment };
  expect((await run(['file', 'move', '--to', 's3'])).code).toBe(1);
  expect((await run(['file', 'move', '--to', 'tape'])).code).toBe(2);
  const before = { ...settings, STORAGE: 'local' };
  expect(await rows(['file', 'move', '--to', 's3'], before)).toEqual([
    { to: 's3', moved: 1, already: 0, lost: 0, removed: 0 },
  ]);
  expect((await run(['db', 'check'], before)).code).toBe(0);
  expect(await rows(['file', 'move', '--to', 's3'], settings)).toEqual([
    { to: 's3', moved: 0, already: 1, lost: 0, removed: 1 },
  ]);
  expect((await run(['db', 'check'], settings)).code).toBe(0);
  expect((await run(['db', 'check'])).code).toBe(1);
  await run(['file', 'move', '--to', 'local'], before);
  expect((await run(['db', 'check'])).code).toBe(0);
});

test('file prune: shows, then takes away', async () => {
  expect(await rows(['file', 'prune', '--dry-run'])).toEqual([{ unconfirmed: 0, orphaned: 0, stray: 0 }]);
  expect((await run(['file', 'prune'])).stderr).toBe('0 removed\n');
});

test('completion: the bash script completes commands, options and choices', async () => {
  const { stdout } = await run(['completion', 'bash']);
  const complete = (...words: string[]) => {
    const ask = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _arbor; echo "\${COMPREPLY[*]}"`;
    return spawnSync('bash', ['-c', `${stdout}\n${ask}`], { encoding: 'utf8' }).stdout.trim();
  };
  expect(complete('arbor', 'quo')).toBe('quota');
  expect(complete('arbor', 'quota', 're')).toBe('reset');
  expect(complete('arbor', 'usage', 'report', '--fo')).toBe('--format');
  expect(complete('arbor', 'usage', 'report', '--by', '')).toBe('user day model feature');
  for (const shell of ['zsh', 'fish']) expect((await run(['completion', shell])).stdout).toContain('reset-two-factor');
  expect((await run(['completion', 'tcsh'])).code).toBe(2);
});
