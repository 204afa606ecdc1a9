import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { expect, test } from 'vitest';
import { arbor } from '#tests/support/arbor.ts';
import { createDatabase, inShortOn, type TestDatabase } from '#tests/support/database.ts';
import { formFields } from '#tests/support/form-fields.ts';
import { killCommand } from '#tests/support/killed-command.ts';
import { newPerson, type Person } from '#tests/support/people.ts';
import { startServer } from '#tests/support/server.ts';
import { AT_LOW_PRIORITY_MS } from '#tests/support/until.ts';
import { buildZip } from '#tests/support/zip.ts';

const NOTES = 400;
const KILLED =
  /An import of beds\.zip from .* UTC for ada@example\.com was killed or failed: \d+ documents of it are here/;
const EVERY_MS = 5;
const titleOf = (nth: number) => `Bed ${String(nth).padStart(3, '0')}`;
/** Notes that link to each other, in folders of fifty. */
const archive = () =>
  buildZip(
    Array.from({ length: NOTES }, (_, nth) => ({
      path: `beds/${Math.floor(nth / 50)}/${nth}.md`,
      text: `# ${titleOf(nth)}\n\n[next](${(nth + 1) % NOTES}.md) ${`compost${nth} `.repeat(300)}`,
    })),
  );

type Progress = { state: string; done: number };

/** Reads and changes a database beside its server. */
async function connectTo({ dataDir, databaseUrl }: TestDatabase) {
  if (databaseUrl) {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    return { run: async (sql: string) => (await client.query(sql)).rows as unknown[], end: () => client.end() };
  }
  const database = new DatabaseSync(join(dataDir, 'arbor.sqlite'), { timeout: 10_000 });
  return { run: async (sql: string) => database.prepare(sql).all() as unknown[], end: async () => database.close() };
}

/** Watches the only import. */
async function watchImport(target: TestDatabase) {
  const { run, end } = await connectTo(target);
  return {
    progress: async () => (await run('SELECT state, done FROM imports'))[0] as Progress | undefined,
    titles: async () => {
      const rows = (await run("SELECT title FROM documents WHERE title LIKE 'Bed %'")) as { title: string }[];
      return rows.map(({ title }) => title).sort();
    },
    endLease: () => run('UPDATE imports SET worked_at = 0'),
    end,
  };
}

async function begin(person: Person): Promise<void> {
  const page = await person.page.get('/import');
  const body = new FormData();
  body.set('csrf', formFields(page.text).find(({ name }) => name === 'csrf')!.value);
  body.set('intent', 'import');
  body.set('files', new File([Buffer.from(archive())], 'beds.zip'));
  // The server ends before it answers.
  await person.page.postBlind('/import', {}, { body }).catch(() => undefined);
}

/** Polls more often than `until`, as an import ends soon. */
async function reached(isReached: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + AT_LOW_PRIORITY_MS;
  while (!(await isReached())) {
    expect(Date.now()).toBeLessThan(end);
    await new Promise((next) => setTimeout(next, EVERY_MS));
  }
}

test.each(inShortOn('postgres'))(
  'L3: an import whose server is killed is finished by the next one: nothing twice, nothing missing (%s)',
  async (dialect) => {
    const target = await createDatabase(dialect, { migrated: true });
    const env = { DATA_DIR: target.dataDir, ...(target.databaseUrl ? { DATABASE_URL: target.databaseUrl } : {}) };
    const server = await startServer(env);
    const owner = await newPerson(server);
    const { progress, titles, endLease, end } = await watchImport(target);
    const begun = begin(owner);
    await reached(async () => ((await progress())?.done ?? 0) > 0);
    await server.stop('SIGKILL');
    await begun;
    const left = await progress();
    expect([left!.state, left!.done < NOTES]).toEqual(['running', true]);
    await endLease();
    const again = await startServer(env);
    await reached(async () => (await progress())!.state !== 'running');
    expect((await progress())!.state).toBe('done');
    expect(await titles()).toEqual(Array.from({ length: NOTES }, (_, nth) => titleOf(nth)));
    expect((await arbor(['db', 'check'], { dataDir: target.dataDir, env })).code).toBe(0);
    await end();
    await again.stop();
    await target.remove();
  },
  240_000,
);

test.each(inShortOn('sqlite'))(
  'L3: an import of a command that was killed is told by the next one, with what it left (%s)',
  async (dialect) => {
    const target = await createDatabase(dialect, { migrated: true });
    const { dataDir, databaseUrl } = target;
    const env: Record<string, string> = databaseUrl ? { DATABASE_URL: databaseUrl } : {};
    const run = (args: string[], kill?: AbortSignal) => arbor(args, { dataDir, env, ...(kill ? { kill } : {}) });
    await run(['user', 'create', 'ada@example.com', '--link']);
    const file = join(dataDir, 'beds.zip');
    await writeFile(file, archive());
    const command = ['import', file, '--owner', 'ada@example.com'];
    const { progress, titles, end } = await watchImport(target);
    const isUnderWay = async () => ((await progress())?.done ?? 0) > 0;
    await killCommand((kill) => run(command, kill), isUnderWay);
    const left = (await titles()).length;
    const next = await run([...command, '--dry-run']);
    expect([left > 0 && left < NOTES, next.code]).toEqual([true, 0]);
    expect(next.stderr).toMatch(KILLED);
    expect((await run(['import', file, '--owner', 'ada@example.com', '--dry-run', '--lng', 'zh'])).stderr).toContain(
      '被强制终止',
    );
    const everyone = join(dataDir, 'everyone');
    expect((await run(['export', everyone, '--all'])).code).toBe(0);
    expect((await run(['import', everyone, '--all'])).stderr).toMatch(KILLED);
    await end();
    await target.remove();
  },
  120_000,
);

test('an import that fails and cannot be taken back says what is left', async () => {
  const target = await createDatabase('sqlite', { migrated: true });
  const { dataDir } = target;
  await arbor(['user', 'create', 'ada@example.com', '--link'], { dataDir });
  const file = join(dataDir, 'beds.zip');
  await writeFile(file, archive());
  const { run, end } = await connectTo(target);
  // Simulates a disk that fills up: the last bytes are not written, and nothing after them.
  await run(`CREATE TRIGGER full BEFORE INSERT ON documents WHEN (SELECT COUNT(*) FROM documents) > 60
    BEGIN SELECT RAISE(ABORT, 'no room'); END`);
  await run("CREATE TRIGGER kept BEFORE DELETE ON imports BEGIN SELECT RAISE(ABORT, 'no room'); END");
  const { code, stderr } = await arbor(['import', file, '--owner', 'ada@example.com'], { dataDir });
  const [{ present }] = (await run('SELECT COUNT(*) AS present FROM documents')) as [{ present: number }];
  expect([code, present > 0, stderr]).toEqual([1, true, expect.stringContaining(`${present} documents of the import`)]);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  await end();
  await target.remove();
});
