import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { arbor, IN_A_MONTH, type Ran } from '#tests/support/arbor.ts';
import { createDatabase, DIALECTS, inShortOn, pairedWithDialects } from '#tests/support/database.ts';
import { PASSWORD } from '#tests/support/factories.ts';
import { killCommand, watchWrites } from '#tests/support/killed-command.ts';
import { repeats } from '#tests/support/length.ts';
import { makeDocument, newPerson, type Person, share, visitor } from '#tests/support/people.ts';
import { makeLink } from '#tests/support/public-link.ts';
import { startS3 } from '#tests/support/s3.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { download, PNG, upload } from '#tests/support/upload.ts';

const PASSPHRASE = 'north bed and south bed';
const [DOCUMENTS, WORDS] = [repeats(150, 400), 500];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arbor-parts-'));
});
afterAll(() => rm(folder, { recursive: true }));

const read = (person: Person, id: string) => person.api.get(`/api/documents/${id}`);
async function removeForGood(person: Person, id: string): Promise<void> {
  await person.api.post(`/api/documents/${id}/archive`);
  expect((await person.api.delete(`/api/documents/${id}`)).status).toBe(200);
}

describe.each(DIALECTS)('arbor db restore of a part (%s)', (dialect) => {
  let server: RunningServer;
  let databaseUrl: string | undefined;
  beforeAll(async () => {
    const database = await createDatabase(dialect, { migrated: true });
    databaseUrl = database.databaseUrl;
    server = await startServer({ DATA_DIR: database.dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) });
    return async () => {
      await server.remove();
      await database.remove();
    };
  });

  const run = (args: string[], env: Record<string, string> = {}, kill?: AbortSignal): Promise<Ran> =>
    arbor(args, {
      dataDir: server.dataDir,
      env: { ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}), BACKUP_PASSPHRASE: PASSPHRASE, ...env },
      ...(kill ? { kill } : {}),
    });
  const restore = (file: string, ...args: string[]) => run(['db', 'restore', file, ...args]);
  async function backUp(...args: string[]): Promise<string> {
    const place = await mkdtemp(join(folder, 'place-'));
    const file = join(place, 'all.zip');
    expect((await run(['db', 'backup', file, ...args])).code).toBe(0);
    return file;
  }
  async function expectSound(): Promise<void> {
    expect(await run(['db', 'check'])).toMatchObject({ code: 0 });
  }

  const backups = pairedWithDialects([[], ['--incremental']]).filter(([on]) => on === dialect);
  test.each(backups)(
    'brings a deleted branch back while the server runs, with its files (%s, backup %j)',
    async (_dialect, options) => {
      const [ada, ben] = [await newPerson(server, 'ada'), await newPerson(server, 'ben')];
      const { id } = await makeDocument(ada, { title: 'Orchard', content: 'Plums and quinces' });
      const { id: child } = await makeDocument(ada, { title: 'Below', parentId: id });
      const { ticket } = await upload(ada, PNG, { docId: child });
      await share(ada, id, ben.email, 'READ');
      const link = await makeLink(ada, id);
      const file = await backUp(...options);
      await removeForGood(ada, id);
      expect((await read(ada, child)).status).toBe(404);
      // The bytes of the files are gone, too.
      await run(['file', 'prune'], IN_A_MONTH);

      const wanted = ['--branch', id];
      const listed = await restore(file, ...wanted, '--dry-run', '--json');
      expect([listed.code, JSON.parse(listed.stdout)]).toEqual([0, [{ id, title: 'Orchard', documents: 2 }]]);
      expect((await restore(file, ...wanted)).code).toBe(4);
      expect((await read(ada, id)).status).toBe(404);
      const done = await restore(file, ...wanted, '--yes', '--json');
      expect([done.code, JSON.parse(done.stdout)]).toEqual([
        0,
        [{ owner: ada.email, account: false, documents: 2, kept: 0, files: 1, missing: 0 }],
      ]);

      expect((await read(ben, id)).body.data).toMatchObject({ content: 'Plums and quinces', permission: 'READ' });
      const { status, bytes } = await download(server, ben, ticket.downloadUrl);
      expect([status, bytes.equals(PNG)]).toEqual([200, true]);
      expect((await fetch(server.url + link)).status).toBe(404);
      const again = await restore(file, ...wanted, '--lng', 'zh');
      expect([again.code, again.stderr]).toEqual([
        0,
        '2 篇文档还在，保持不变\n已恢复 0 篇文档；正在运行的服务器不用重启\n',
      ]);
      const acts = await run(['audit', '--kind', 'document.restore-backup', '--json']);
      const own = (JSON.parse(acts.stdout) as { subject: string; via: string }[]).filter((act) => act.subject === id);
      expect(own).toMatchObject([{ via: 'cli', detail: expect.stringContaining('"documents":2') }]);
      await expectSound();
    },
  );

  test('brings a purged account back, which signs in by its password', async () => {
    const ada = await newPerson(server, 'ada');
    const { id } = await makeDocument(ada, { title: 'Own' });
    await upload(ada, PNG, { docId: id });
    const file = await backUp();
    expect((await run(['user', 'delete', ada.email, '--yes'])).code).toBe(0);
    const early = await restore(file, '--account', ada.email, '--yes');
    expect([early.code, early.stderr]).toEqual([
      4,
      `The account ${ada.email} is deleted: arbor user restore ${ada.email} first\n`,
    ]);
    expect((await run(['user', 'purge', '--yes'], IN_A_MONTH)).code).toBe(0);
    const done = await restore(file, '--account', ada.email, '--yes', '--json');
    expect([done.code, JSON.parse(done.stdout)]).toMatchObject([0, [{ account: true, documents: 1, files: 1 }]]);
    const browser = visitor(server);
    const { status } = await browser.api.post('/api/auth/login', { email: ada.email, password: PASSWORD });
    expect([status, (await browser.api.get(`/api/documents/${id}`)).body.data.title]).toEqual([200, 'Own']);
    expect((await ada.api.get('/api/auth/me')).status).toBe(401);
    await expectSound();
  });

  test('says what it cannot do, and changes nothing', async () => {
    const ada = await newPerson(server, 'ada');
    const { id } = await makeDocument(ada);
    const file = await backUp();
    const scratch = await mkdtemp(join(folder, 'scratch-'));
    const restore = (...args: string[]) => run(['db', 'restore', ...args], { TMPDIR: scratch });
    const misuse = await restore(file, '--branch', id, '--account', ada.email);
    expect([misuse.code, misuse.stderr]).toEqual([2, expect.stringContaining('either --branch or --account')]);
    expect((await restore(file, '--branch', id, '--into', folder)).code).toBe(2);
    expect((await restore(file, '--to', ada.email)).code).toBe(2);
    expect((await restore(file, '--dry-run')).code).toBe(2);
    const none = await restore(file, '--account', 'nobody@example.com', '--yes');
    expect([none.code, none.stderr]).toEqual([3, 'The backup has no account nobody@example.com\n']);
    expect((await restore(join(folder, 'none.zip'), '--branch', id)).code).toBe(3);
    const wrong = { TMPDIR: scratch, BACKUP_PASSPHRASE: 'another passphrase' };
    expect((await run(['db', 'restore', file, '--branch', id], wrong)).code).toBe(4);
    expect(await readdir(scratch)).toEqual([]);
  });

  const killedOn = inShortOn('sqlite').filter((on) => on === dialect);
  test.each(killedOn)(
    'that is killed leaves nothing half, and the next one brings everything (%s)',
    async () => {
      const ada = await newPerson(server, 'ada');
      const notes = join(folder, `notes-${dialect}`);
      await mkdir(notes);
      for (let n = 0; n < DOCUMENTS; n += 1) {
        const words = Array.from({ length: WORDS }, (_, word) => `word${(n * 7919 + word * 104_729) % 100_000}`).join(
          ' ',
        );
        await writeFile(join(notes, `bed-${n}.md`), `# Bed ${n}\n\n${words}\n`);
      }
      expect((await run(['import', notes, '--owner', ada.email])).code).toBe(0);
      const file = await backUp();
      const roots = async () =>
        ((await ada.api.get('/api/documents/tree')).body.data as { id: string }[]).map(({ id }) => id);
      const [top] = await roots();
      await removeForGood(ada, top!);
      const { isWriting, end } = await watchWrites({ dataDir: server.dataDir, databaseUrl });
      onTestFinished(end);
      await killCommand((kill) => run(['db', 'restore', file, '--account', ada.email, '--yes'], {}, kill), isWriting);
      expect(await roots()).toEqual([]);
      await expectSound();
      const done = await restore(file, '--account', ada.email, '--yes', '--json');
      expect([done.code, JSON.parse(done.stdout)]).toMatchObject([0, [{ documents: DOCUMENTS + 1 }]]);
      expect(await roots()).toEqual([top]);
      await expectSound();
    },
    240_000,
  );
});

test('files come back from and to a bucket', async () => {
  const { environment: env, stop } = await startS3();
  onTestFinished(stop);
  const { dataDir } = await createDatabase('sqlite', { migrated: true });
  const server = await startServer({ DATA_DIR: dataDir, ...env });
  onTestFinished(() => server.remove());
  const ada = await newPerson(server, 'ada');
  const { id } = await makeDocument(ada, { title: 'In a bucket' });
  const { ticket } = await upload(ada, PNG, { docId: id });
  const file = join(folder, 'bucket.zip');
  const run = (args: string[], more = {}) => arbor(args, { dataDir, env: { ...env, ...more } });
  expect((await run(['db', 'backup', file])).code).toBe(0);
  await removeForGood(ada, id);
  await run(['file', 'prune'], IN_A_MONTH);
  expect((await run(['db', 'restore', file, '--branch', id, '--yes'])).code).toBe(0);
  const { status, bytes } = await download(server, ada, ticket.downloadUrl);
  expect([status, bytes.equals(PNG)]).toEqual([200, true]);
});
