import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arbor } from '#tests/support/arbor.ts';
import { Client } from '#tests/support/client.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { buildZip } from '#tests/support/zip.ts';

let dataDir: string;
let server: RunningServer | undefined;
const run = (args: string[], stdin?: string) => arbor(args, { dataDir, ...(stdin === undefined ? {} : { stdin }) });
const EMAIL = 'ada@example.com';
const PASSWORD = 'Garden12';

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'arbor-cli-'));
});
afterAll(async () => {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('db: says that there is nothing, makes it, says what is pending, and says so in JSON', async () => {
  const before = await run(['db', 'status', '--format', 'json']);
  expect([before.code, before.stderr]).toEqual([1, expect.stringContaining('There is no installation in')]);
  expect((await run(['db', 'migrate'])).code).toBe(0);
  expect((await run(['db', 'migrate', '--down', '--yes'])).code).toBe(0);
  const older = await run(['db', 'status', '--format', 'json']);
  expect(older.code).toBe(0);
  expect(JSON.parse(older.stdout).at(-1)).toMatchObject({ state: 'pending' });
  expect((await run(['db', 'migrate'])).code).toBe(0);
  const after = await run(['db', 'status', '--format', 'json']);
  expect(JSON.parse(after.stdout).map(({ state }: { state: string }) => state)).not.toContain('pending');
});

test('user create: a verified account with the password of stdin; twice fails', async () => {
  const made = await run(
    ['user', 'create', ' Ada@Example.com ', '--admin', '--password-stdin', '--format', 'csv'],
    `${PASSWORD}\n`,
  );
  expect(made.code).toBe(0);
  const [head, row] = made.stdout.split('\r\n');
  expect(head).toBe('id,email,displayName,username,role,status,verified,createdAt');
  expect(row).toMatch(/^c\w{23},ada@example\.com,,,ADMIN,ACTIVE,true,\d{4}-\d\d-\d\dT[\d:.]{12}Z$/);
  const again = await run(['user', 'create', EMAIL, '--password-stdin'], `${PASSWORD}\n`);
  expect([again.code, again.stdout, again.stderr]).toEqual([1, '', 'This address already has an account\n']);
});

test('user create: wrong usage is 2 and says what is wrong', async () => {
  expect((await run(['user', 'create', 'nonsense', '--link'])).code).toBe(2);
  const weak = await run(['user', 'create', 'ben@example.com', '--password-stdin'], 'short\n');
  expect([weak.code, weak.stderr]).toEqual([2, 'Password is too short\n']);
  expect((await run(['user', 'create', 'ben@example.com'])).code).toBe(2);
  expect((await run(['user', 'bogus'])).code).toBe(2);
  expect((await run(['--help'])).code).toBe(0);
});

test('user create --link: the link opens the page where the password is chosen', async () => {
  const made = await run(['user', 'create', 'ben@example.com', '--link', '--format', 'json']);
  const link = new URL(JSON.parse(made.stdout)[0].link);
  server = await startServer({ DATA_DIR: dataDir });
  const ben = new Client(server.url);
  const page = await ben.page.follow(await ben.page.get(link.pathname + link.search));
  expect(page.text).toContain('Choose a new password');
  const chosen = await ben.page.post('/reset-password', { password: 'Orchard34', passwordConfirm: 'Orchard34' });
  expect(chosen.headers.get('Location')).toBe('/login');
  const { status } = await ben.api.post('/api/auth/login', { email: 'ben@example.com', password: 'Orchard34' });
  expect(status).toBe(200);
});

test('user promote: all or none; an unknown address is 3', async () => {
  expect((await run(['user', 'promote', 'ben@example.com', 'nobody@example.com'])).code).toBe(3);
  const ben = new Client(server!.url);
  await ben.api.post('/api/auth/login', { email: 'ben@example.com', password: 'Orchard34' });
  expect((await ben.api.get('/api/auth/me')).body.data.role).toBe('USER');
  expect((await run(['user', 'promote', 'ben@example.com'])).code).toBe(0);
  expect((await ben.api.get('/api/auth/me')).body.data.role).toBe('ADMIN');
});

test('import: mirrors the folder, titles, order and links; reports what it could not take', async () => {
  const folder = await makeFolder({
    'notes/README.md': '# The notes\n\nSee [two](./2-two.md#part) and [deep](sub/).',
    'notes/10-ten.md': '---\ntitle: Ten\n---\n\nText.',
    'notes/2-two.md': 'No heading. ![p](./p.png)\n\n## Part\n\n[up](../notes/README.md)',
    'notes/sub/index.md': 'Inside 中文测试',
    'notes/sub/broken.md': Buffer.from([0xff, 0xfe, 0x00]),
    'notes/empty/data.json': '{}',
    'notes/3 plain.txt': 'Plain',
    'notes/4.html': '<h1>Page</h1><p>Hyper <b>text</b></p>',
  });
  const looked = await run(['import', join(folder, 'notes'), '--owner', EMAIL, '--dry-run', '--format', 'json']);
  expect([looked.code, looked.stderr.includes('sub/broken.md'), JSON.parse(looked.stdout).length]).toEqual([
    0,
    true,
    6,
  ]);
  const ran = await run(['import', join(folder, 'notes'), '--owner', EMAIL, '--format', 'json']);
  expect(ran.code).toBe(0);
  expect(ran.stderr).toContain('2-two.md: names a picture that did not come along: ./p.png');
  expect(ran.stderr).toContain('sub/broken.md: is not the text its first bytes announce');
  const [{ id, title, documents }] = JSON.parse(ran.stdout);
  expect([title, documents]).toEqual(['The notes', 6]);
  const ada = new Client(server!.url);
  await ada.api.post('/api/auth/login', { email: EMAIL, password: PASSWORD });
  const tree = (await ada.api.get(`/api/documents/tree?parentId=${id}`)).body.data as { id: string; title: string }[];
  expect(tree.map((child) => child.title)).toEqual(['Part', '3 plain', 'Page', 'Ten', 'sub']);
  const page = await ada.page.get(`/doc/${id}`);
  expect(page.text).toContain(`href="/doc/${tree[0]!.id}#h-part"`);
  expect(page.text).toContain(`href="/doc/${tree[4]!.id}"`);
  expect((await ada.page.get(`/doc/${tree[3]!.id}`)).text).not.toContain('title: Ten');
  expect((await ada.api.get('/api/search?keyword=中文测试')).body.data.items[0].id).toBe(tree[4]!.id);
  await rm(folder, { recursive: true });
});

test('export writes what import reads back, and no folder that holds something', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'arbor-export-'));
  const target = join(folder, 'new', 'notes');
  expect((await run(['user', 'create', 'eve@example.com', '--password-stdin'], PASSWORD)).code).toBe(0);
  const notes = await makeFolder({ 'notes/a/index.md': '# A', 'notes/a/b.md': '# B\n\n[a](index.md)\n' });
  expect((await run(['import', join(notes, 'notes'), '--owner', 'eve@example.com'])).code).toBe(0);
  const ran = await run(['export', target, '--owner', 'eve@example.com', '--format', 'json']);
  expect([ran.code, JSON.parse(ran.stdout)]).toEqual([0, [{ folder: target, documents: 3 }]]);
  expect(await readFile(join(target, '1-notes/1-A/1-B.md'), 'utf8')).toMatch(
    /^---\narbor: 1\n[\s\S]+\n---\n# B\n\n\[a\]\(index\.md\)\n$/,
  );
  expect(ran.stderr).toContain(
    'Archived among them: 0. Not taken along: documents of others; earlier versions: 0; files without a document: 0.',
  );
  const everyone = await run(['export', join(folder, 'everyone'), '--all', '--format', 'json']);
  expect(JSON.parse(everyone.stdout)).toContainEqual(
    expect.objectContaining({ email: 'eve@example.com', documents: 3 }),
  );
  const back = await run(['import', join(folder, 'everyone'), '--all', '--format', 'json']);
  expect(JSON.parse(back.stdout)).toContainEqual(expect.objectContaining({ email: 'eve@example.com', documents: 3 }));
  expect((await run(['import', notes, '--all'])).code).toBe(2);
  expect((await run(['export', join(folder, 'none')])).code).toBe(2);
  const again = await run(['export', target, '--owner', 'eve@example.com']);
  expect([again.code, again.stderr]).toEqual([4, expect.stringContaining('is not empty')]);
  expect((await run(['export', target, '--owner', 'eve@example.com', '--force'])).code).toBe(0);
  expect((await run(['export', join(target, '1-notes/1-A/1-B.md'), '--owner', 'eve@example.com'])).code).toBe(2);
  expect((await run(['export', join(folder, 'x'), '--owner', 'nobody@example.com'])).code).toBe(3);
  await Promise.all([rm(folder, { recursive: true }), rm(notes, { recursive: true })]);
});

test('import takes a zip too', async () => {
  const folder = await makeFolder({ 'notes.zip': buildZip([{ path: 'in/a.md', text: '# Zipped' }]), 'notes.tar': '' });
  const ran = await run(['import', join(folder, 'notes.zip'), '--owner', EMAIL, '--format', 'json']);
  expect(JSON.parse(ran.stdout)).toMatchObject([{ title: 'in', documents: 2, notTaken: 0 }]);
  expect((await run(['import', join(folder, 'notes.tar'), '--owner', EMAIL])).code).toBe(2);
  await rm(folder, { recursive: true });
});

test('import: no folder or no id is wrong usage, an unknown owner or parent is not found', async () => {
  expect((await run(['import', '/nowhere/at/all', '--owner', EMAIL])).code).toBe(3);
  expect((await run(['import', dataDir, '--owner', EMAIL, '--parent', 'x'])).code).toBe(2);
  expect((await run(['import', dataDir, '--owner', 'nobody@example.com'])).code).toBe(3);
  expect((await run(['import', dataDir, '--owner', EMAIL, '--parent', `c${'0'.repeat(23)}`])).code).toBe(3);
});

test('speaks Chinese when asked', async () => {
  const { stdout } = await run(['--lng', 'zh', '--help']);
  expect(stdout).toContain('终端里的 Arbor');
});

async function makeFolder(files: Record<string, string | Buffer>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'arbor-import-'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}
