import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { storage } from '#app/adapters/storage.ts';
import type { Actor } from '#app/services/actor.ts';
import { archiveDocument, deleteDocument } from '#app/services/documents/archive-document.ts';
import { newId } from '#app/services/new-id.ts';
import { beginImport, planUploads, startPlanned } from '#app/services/transfer/import/begin-import.ts';
import { awaitImport, removeOldPlans, runWaitingImports } from '#app/services/transfer/import/import-jobs.ts';
import { withUploads } from '#app/services/transfer/import/import-uploads.ts';
import { listImports } from '#app/services/transfer/import/list-imports.ts';
import { continueImport } from '#app/services/transfer/import/run-import.ts';
import { undoImport } from '#app/services/transfer/import/undo-import.ts';
import { WAITING_MAX } from '#app/threads/budgets.ts';
import { runInThread } from '#app/threads/run-in-thread.ts';
import { execute, select } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildUser } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { until } from '#tests/support/until.ts';
import { PNG } from '#tests/support/upload.ts';
import { titlesOf, treeOf, uploadsOf } from '#tests/support/uploads.ts';
import { buildZip } from '#tests/support/zip.ts';

const MINUTE = 60;
const COUNT = 60;

/** Builds sixty notes, each with a link to the next and to a picture of its own. */
const notes = () =>
  buildZip(
    Array.from({ length: COUNT }, (_, nth) => [
      { path: `n/${nth}.md`, text: `[[${(nth + 1) % COUNT}]] ![[p${nth}.png]]` },
      { path: `n/p${nth}.png`, text: PNG },
    ]).flat(),
  );
const count = async (what: 'documents' | 'files', owner: Actor) =>
  Number(
    (await select<{ n: number }>(`SELECT COUNT(*) AS n FROM ${what} WHERE owner_id = $me`, { me: owner.id }))[0]!.n,
  );
const keptOf = (id: string) => storage().sizeOf(`imports/${id}/0`);

describeOnBoth('an import as a job', () => {
  test('is looked at first: what would come and where, what not and why; then begun, and its files are dropped', async () => {
    const [ada, eve] = [await buildUser(), await buildUser()];
    const zip = buildZip([
      { path: 'g/index.md', text: '# Garden\n![p](leaf.png) ![q](gone.png)' },
      { path: 'g/beds/a.md', text: 'A' },
      { path: 'g/leaf.png', text: PNG },
      { path: 'g/tool.exe', text: 'MZ' },
    ]);
    const id = await planUploads(ada, { uploads: uploadsOf({ 'g.zip': zip }), parentId: null });
    const [plan] = await listImports(ada);
    expect(plan).toMatchObject({ id, state: 'planned', documents: 3, attachments: 1, present: 0 });
    expect(plan!.planned).toEqual([
      { title: 'Garden', path: 'g.zip/g/index.md', level: 0 },
      { title: 'beds', path: 'g.zip/g/beds', level: 1 },
      { title: 'a', path: 'g.zip/g/beds/a.md', level: 2 },
    ]);
    expect(plan!.notTaken.map(({ path, reason }) => [path, reason])).toEqual([
      ['g.zip/g/index.md', 'image'],
      ['g.zip/g/tool.exe', 'attachment'],
    ]);
    expect([await treeOf(ada, null), await listImports(eve)]).toEqual([[], []]);
    expect(await outcomeOf(startPlanned(eve, id))).toBe('notFound');
    expect(await startPlanned(ada, id)).toMatchObject({ documents: 3, isComplete: true });
    expect(titlesOf(await treeOf(ada, null))).toEqual([['Garden', ['beds', ['a']]]]);
    expect([await keptOf(id), await outcomeOf(startPlanned(ada, id))]).toEqual([null, 'notFound']);
  });

  test('is listed as a tree is read: each document below its parent', async () => {
    const ada = await buildUser();
    const paths = [
      'r/a/a1.md',
      'r/a/a2.md',
      'r/b/b1.md',
      'r/index.md',
      'r/a/index.md',
      'r/b/index.md',
      'r/a/a1/deep.md',
    ];
    const zip = buildZip(paths.map((path) => ({ path, text: `# ${path}` })));
    await planUploads(ada, { uploads: uploadsOf({ 'r.zip': zip, 's.md': Buffer.from('# Last') }), parentId: null });
    const [plan] = await listImports(ada);
    expect(plan!.planned!.map(({ title, level }) => `${'-'.repeat(level)}${title}`)).toEqual([
      'r/index.md',
      '-r/a/index.md',
      '--r/a/a1.md',
      '---r/a/a1/deep.md',
      '--r/a/a2.md',
      '-r/b/index.md',
      '--r/b/b1.md',
      'Last',
    ]);
  });

  test('goes on where a process ended: nothing twice, nothing missing, files included', async () => {
    const clock = stopClock();
    const ada = await buildUser();
    const id = await planUploads(ada, { uploads: uploadsOf({ 'n.zip': notes() }), parentId: null });
    const worker = newId();
    await execute("UPDATE imports SET state = 'running', worker = $worker, worked_at = $now WHERE id = $id", {
      id,
      worker,
      now: Date.now(),
    });
    const killed = new AbortController();
    const open = async () => uploadsOf({ 'n.zip': notes() });
    const first = withUploads(open, null, (source) => {
      const onProgress = () => killed.abort();
      return continueImport(ada, { id, worker, done: 0 }, { ...source, onProgress }, killed.signal);
    });
    await expect(first).rejects.toThrow();
    expect([await count('documents', ada), (await listImports(ada))[0]]).toMatchObject([
      25,
      { state: 'running', isResumable: true, done: 25, documents: COUNT + 1 },
    ]);
    // Simulate that the files of the last batch were lost too.
    await execute("DELETE FROM files WHERE owner_id = $me AND name LIKE 'p1%'", { me: ada.id });
    expect(await runWaitingImports()).toBe(0);
    clock.advance(2 * MINUTE);
    expect(await runWaitingImports()).toBe(1);
    const finished = await awaitImport(id, 60_000);
    expect(finished!.notTaken).toEqual([]);
    expect([await count('documents', ada), await count('files', ada)]).toEqual([COUNT + 1, COUNT]);
    const [top] = await treeOf(ada, null);
    expect(top!.children.map(({ title }) => title)).toEqual(Array.from({ length: COUNT }, (_, nth) => String(nth)));
    expect(
      top!.children.every(({ content }) =>
        /^\[\d+\]\(\/doc\/c\w{23}\) !\[p\d+\.png\]\(\/api\/files\/c\w{23}\)$/.test(content),
      ),
    ).toBe(true);
    expect([(await listImports(ada))[0], await keptOf(id)]).toMatchObject([{ state: 'done', isComplete: true }, null]);
  });

  test('runs one import of a person at a time, so that others find a place', async () => {
    const [ada, eve] = [await buildUser(), await buildUser()];
    const plan = (person: Actor) => planUploads(person, { uploads: uploadsOf({ 'n.zip': notes() }), parentId: null });
    const ids = [await plan(ada), await plan(ada), await plan(ada), await plan(ada), await plan(eve)];
    await execute("UPDATE imports SET state = 'waiting' WHERE id IN ($a, $b, $c, $d, $e)", {
      ...{ a: ids[0]!, b: ids[1]!, c: ids[2]!, d: ids[3]!, e: ids[4]! },
    });
    await runWaitingImports();
    await until(async () => expect(await count('documents', eve)).toBeGreaterThan(0));
    expect(await count('documents', ada)).toBeLessThanOrEqual(COUNT + 1);
    await until(async () => {
      const states = [...(await listImports(ada)), ...(await listImports(eve))].map(({ state }) => state);
      expect(states).toEqual(states.map(() => 'done'));
    });
  });

  test('goes on after a clock that was ahead is set back', async () => {
    stopClock();
    const ada = await buildUser();
    const id = await planUploads(ada, { uploads: uploadsOf({ 'a.md': Buffer.from('# A') }), parentId: null });
    await execute("UPDATE imports SET state = 'running', worker = 'killed', worked_at = $later WHERE id = $id", {
      id,
      later: Date.now() + 3_600_000,
    });
    expect(await runWaitingImports()).toBe(1);
    expect(await awaitImport(id, 60_000)).toMatchObject({ report: { isComplete: true } });
  });

  test('goes on later if the threads of its person are taken', async () => {
    const clock = stopClock();
    const ada = await buildUser();
    const id = await planUploads(ada, { uploads: uploadsOf({ 'n.zip': notes() }), parentId: null });
    let isBusy = true;
    const occupy = async () => {
      while (isBusy) await runInThread(ada.id, 'listTasks', 'x').catch(() => nextTurn());
    };
    const busy = Array.from({ length: WAITING_MAX + 20 }, occupy);
    expect(await startPlanned(ada, id)).toBeNull();
    isBusy = false;
    await Promise.all(busy);
    expect((await listImports(ada))[0]).toMatchObject({ state: 'running', documents: COUNT + 1 });
    clock.advance(2 * MINUTE);
    await runWaitingImports();
    await awaitImport(id, 60_000);
    expect([await count('documents', ada), (await listImports(ada))[0]!.state]).toEqual([COUNT + 1, 'done']);
  });

  test('that is undone while it runs ends, and leaves nothing', async () => {
    const ada = await buildUser();
    const id = await planUploads(ada, { uploads: uploadsOf({ 'n.zip': notes() }), parentId: null });
    const worker = newId();
    await execute("UPDATE imports SET state = 'running', worker = $worker WHERE id = $id", { id, worker });
    let undone: Promise<unknown> | undefined;
    const running = withUploads(
      async () => uploadsOf({ 'n.zip': notes() }),
      null,
      (source) => {
        const onProgress = () => {
          undone ??= undoImport(ada, id);
        };
        return continueImport(ada, { id, worker, done: 0 }, { ...source, onProgress }, new AbortController().signal);
      },
    );
    await expect(running).rejects.toThrow();
    await undone;
    expect([await treeOf(ada, null), await listImports(ada), await keptOf(id)]).toEqual([[], [], null]);
  });

  test('whose place is gone fails with its reason, and nothing is imported', async () => {
    const ada = await buildUser();
    const parent = await buildDocument({ owner: ada });
    const id = await planUploads(ada, { uploads: uploadsOf({ 'a.md': 'A' }), parentId: parent.id });
    await archiveDocument(ada, parent.id);
    await execute("UPDATE imports SET state = 'waiting' WHERE id = $id", { id });
    await runWaitingImports();
    expect(await outcomeOf(awaitImport(id, 60_000))).toBe('documentAccessDenied');
    await deleteDocument(ada, parent.id);
    expect(await outcomeOf(beginImport(ada, { uploads: uploadsOf({ 'a.md': 'A' }), parentId: parent.id }))).toBe(
      'documentNotFound',
    );
    expect([await listImports(ada), await count('documents', ada)]).toEqual([[], 0]);
  });

  test('that nobody begins within a day is dropped with its files', async () => {
    const clock = stopClock();
    const ada = await buildUser();
    const id = await planUploads(ada, { uploads: uploadsOf({ 'a.md': 'A' }), parentId: null });
    clock.advance(23 * 60 * MINUTE);
    expect([await removeOldPlans(), await keptOf(id)]).toEqual([0, 1]);
    clock.advance(61 * MINUTE);
    expect([await removeOldPlans(), await keptOf(id), await listImports(ada)]).toEqual([1, null, []]);
  });
});
