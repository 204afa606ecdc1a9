import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressOnPage, openCommentPage } from '#app/services/comments/comment-pages.ts';
import { listThreads } from '#app/services/comments/list-threads.ts';
import { models } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildCast } from '#tests/support/factories.ts';
import { repeats } from '#tests/support/length.ts';

const HTML = '<p>Apples ripen late, pears ripen early.</p>';
const PASSAGE = { quote: 'pears', prefix: null, suffix: null };
const NO_PASSAGE = { quote: null, prefix: null, suffix: null };

type Planted = { characters: number[]; isResolved: boolean; hasPassage: boolean };
const planted: fc.Arbitrary<Planted[]> = fc.array(
  fc.record({
    characters: fc.array(fc.constantFrom(1, 60, 9000), { minLength: 1, maxLength: 90 }),
    isResolved: fc.boolean(),
    hasPassage: fc.boolean(),
  }),
  { maxLength: 5 },
);

describeOnBoth('pages of comments', () => {
  async function plant(threads: Planted[]) {
    const { olga, document } = await buildCast();
    const { Comment, Thread, DocumentText } = await models();
    await DocumentText.update(
      { plainText: 'Apples ripen late, pears ripen early.' },
      { where: { documentId: document.id } },
    );
    const idOf = (name: string) => `c${document.id.slice(1, 15)}${name}`;
    let createdAt = Date.now();
    const rows = threads.map(({ characters, isResolved, hasPassage }, nth) => {
      const id = idOf(`t${nth}`);
      const thread = { id, documentId: document.id, ...(hasPassage ? PASSAGE : NO_PASSAGE), createdAt: createdAt++ };
      const comments = characters.map((length, at) => {
        const text = 'x'.repeat(length);
        const written = { body: text, html: `<p>${text}</p>`, renderVersion: 1, createdAt: createdAt++ };
        return { id: idOf(`${nth}n${at}`), threadId: id, authorId: olga.id, ...written };
      });
      return { thread: { ...thread, resolvedAt: isResolved ? createdAt : null }, comments };
    });
    await Thread.bulkCreate(rows.map(({ thread }) => thread));
    await Comment.bulkCreate(rows.flatMap(({ comments }) => comments));
    const open = (page: number, at?: string) =>
      openCommentPage(olga, document.id, { html: HTML, wanted: { page, at } });
    return { olga, documentId: document.id, open };
  }

  test('contain each comment once, open threads first, and few enough', async () => {
    await fc.assert(
      fc.asyncProperty(planted, async (threads) => {
        const { olga, documentId, open } = await plant(threads);
        const first = await open(1);
        const pages = [first];
        for (let page = 2; page <= first.pages; page += 1) pages.push(await open(page));
        const seen = pages.flatMap((page) => page.threads.flatMap(({ comments }) => comments.map(({ id }) => id)));
        const all = (await listThreads(olga, documentId, 'all')).flatMap(({ comments }) =>
          comments.map(({ id }) => id),
        );
        expect(seen.toSorted()).toEqual(all.toSorted());
        const states = pages.flatMap((page) => page.threads.map(({ state }) => state));
        expect(states).toEqual(states.toSorted());
        for (const { threads: shown } of pages) {
          const comments = shown.flatMap((thread) => thread.comments);
          expect(comments.length).toBeLessThanOrEqual(50);
          const characters = comments.reduce((sum, { body, html }) => sum + body.length + html.length, 0);
          expect(characters).toBeLessThanOrEqual(200_000);
          for (const { id, before, after, comments: own } of shown) {
            const whole = threads[Number(id.at(-1))]!.characters.length;
            expect([id, before + own.length + after]).toEqual([id, whole]);
          }
        }
        expect((await open(99)).page).toBe(first.pages);
      }),
      { numRuns: repeats(6, 60) },
    );
  }, 240_000);

  test('are found by a comment, and by a thread: its last page; marks lead to threads on other pages', async () => {
    const { documentId, open } = await plant([
      { characters: Array(70).fill(60), isResolved: false, hasPassage: true },
      { characters: [1], isResolved: false, hasPassage: false },
    ]);
    const first = await open(1);
    const [thread] = first.threads;
    expect([first.page, first.pages, thread!.comments.length, thread!.after]).toEqual([1, 2, 50, 20]);
    expect(first.html).toContain(`href="#thread-${thread!.id}"`);
    expect((await open(1, thread!.comments[7]!.id)).page).toBe(1);
    const second = await open(1, thread!.id);
    expect([second.page, second.threads.map(({ comments }) => comments.length)]).toEqual([2, [20, 1]]);
    const other = second.threads[1]!.id;
    expect(await addressOnPage(documentId, other, `thread-${other}`)).toBe(`?at=${other}#thread-${other}`);
    const later = await plant([
      { characters: Array(50).fill(60), isResolved: false, hasPassage: false },
      { characters: [1], isResolved: false, hasPassage: false },
    ]);
    expect((await later.open(2)).threads).toMatchObject([{ before: 0, after: 0 }]);
    const marked = await plant([
      { characters: Array(60).fill(60), isResolved: false, hasPassage: true },
      { characters: Array(60).fill(60), isResolved: false, hasPassage: false },
    ]);
    const last = await marked.open(3);
    expect(last.html).toMatch(/class="passage-mark" href="\?at=(\w+)#thread-\1"/);
  });

  test('of a few comments are one, with plain addresses', async () => {
    const { documentId, open } = await plant([{ characters: [1, 60], isResolved: false, hasPassage: true }]);
    const { threads, pages, html } = await open(1);
    const { id } = threads[0]!;
    expect([pages, threads[0]!.before, threads[0]!.after]).toEqual([1, 0, 0]);
    expect(html).toContain(`href="#thread-${id}"`);
    expect(await addressOnPage(documentId, id, `thread-${id}`)).toBe(`#thread-${id}`);
    const none = await plant([]);
    expect(await none.open(4)).toEqual({ html: HTML, threads: [], page: 1, pages: 1 });
  });
});
