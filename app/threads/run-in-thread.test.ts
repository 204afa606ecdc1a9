import { expect, test } from 'vitest';
import { FairQueue } from '#app/threads/fair-queue.ts';
import { orFallback, runInThread, WorkAborted } from '#app/threads/run-in-thread.ts';

const HOSTILE = `---\n${'? '.repeat(500)}\n---\n# Title`;

test('S2: work that would take a minute ends with its budget, and the next piece is done', async () => {
  const started = runInThread('stranger', 'readImportedText', 'a.html', Buffer.from('<a><b>'.repeat(200_000)));
  const given = await orFallback(started, () => null);
  expect(given === null || 'reason' in given || given.content.length > 0).toBe(true);
  expect((await runInThread('someone', 'render', '*words*')).html).toBe('<p><em>words</em></p>');
}, 40_000);

test('S2: a head of YAML that no parser reads in time says nothing, and the text behind it is there', async () => {
  const source = await runInThread('someone', 'readImportedText', 'a.md', Buffer.from(HOSTILE));
  expect(source).toMatchObject({ title: 'Title' });
});

test('S2: work that needs more memory than its budget is given up, and the next piece is done', async () => {
  const swelling = `${'[a]'.repeat(300_000)}\n\n[a]: <${'b'.repeat(50_000)}>`;
  const { html } = await orFallback(runInThread('stranger', 'render', swelling), () => ({ html: 'given up' }));
  expect(html.length).toBeLessThan(swelling.length * 3);
  await expect(
    runInThread('stranger', 'unpackAll', [{ packing: 3, packed: Buffer.from('not packed') }]),
  ).rejects.toThrow(WorkAborted);
  expect((await runInThread('someone', 'render', '*words*')).html).toContain('<em>');
}, 40_000);

test('S2: a person with much to do leaves a thread to others, and goes after who has used less', async () => {
  const turns = new FairQueue({ threads: 2, waitingMax: 3 });
  const order: string[] = [];
  const take = (name: string) =>
    turns.take(name).then((end) => {
      order.push(end ? name : `${name} refused`);
      return end;
    });
  const first = await take('busy');
  const waiting = [take('busy'), take('busy'), take('busy'), take('busy')];
  expect(await waiting[3]).toBeNull();
  const other = await take('quiet');
  expect(order).toEqual(['busy', 'busy refused', 'quiet']);
  const new1 = take('new');
  first!();
  await new1;
  other!();
  await waiting[0];
  expect(order.slice(3)).toEqual(['new', 'busy']);
  (await waiting[0])!();
  (await new1)!();
});

test('a process that works for one person lets them have every thread', async () => {
  const turns = new FairQueue({ threads: 2, waitingMax: 3 });
  turns.reserveNone();
  const ends = await Promise.all([turns.take('only'), turns.take('only')]);
  expect(ends).toEqual([expect.any(Function), expect.any(Function)]);
  for (const end of ends) end!();
});
