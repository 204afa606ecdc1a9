import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { violationsOn } from '#tests/e2e/axe.ts';
import { type Garden, plantGarden, takeSeat } from '#tests/e2e/every-page.ts';
import { setOwnStage } from '#tests/e2e/stage.ts';
import { isLong } from '#tests/support/length.ts';
import { makeDocument, newPerson, type Person } from '#tests/support/people.ts';

const stage = setOwnStage();

const PHONE = 390;

/** Taps an element on a phone, clicks it elsewhere. */
const hit = (element: Locator, options: { noWaitAfter?: boolean } = {}): Promise<void> =>
  element.page().viewportSize()!.width <= PHONE ? element.tap(options) : element.click(options);

/** Opens the disclosures around an element. */
async function reveal(element: Locator): Promise<void> {
  const closed = element.locator('xpath=ancestor::details[not(@open)]').first();
  while ((await closed.count()) > 0) await hit(closed.locator('> summary'));
}

/** Chooses a thread. A card in the margin shows its forms from then on. */
async function choose(thread: Locator, isInMargin: boolean): Promise<void> {
  if (isInMargin) await thread.and(thread.page().locator('.in-margin')).waitFor();
  await hit(thread.locator('.comment-head').first());
  await thread.locator('.thread-acts').waitFor();
}

async function press(page: Page, intent: string, within: Locator = page.locator('main')): Promise<void> {
  const button = within.locator(`button[name="intent"][value="${intent}"]`).first();
  await reveal(button);
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    hit(button, { noWaitAfter: true }),
  ]);
  expect([intent, answer.status() < 400]).toEqual([intent, true]);
}

/** Expects a page that fits the screen and whose controls can be hit by a finger. */
async function expectFit(page: Page, name: string): Promise<void> {
  expect([name, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([name, 0]);
  const small = await page
    .locator('main :is(.comments, .inbox, .share-offers) button')
    .evaluateAll((all) =>
      all
        .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 24)
        .map(({ outerHTML }) => outerHTML),
    );
  expect([name, small]).toEqual([name, []]);
}

async function seats(garden: Garden, javaScriptEnabled: boolean, lng: 'en' | 'zh', width: number) {
  const theme = lng === 'zh' ? 'dark' : 'light';
  const look = { javaScriptEnabled, lng, width, hasTouch: width === PHONE, theme } as const;
  return [await takeSeat(stage.browser, garden, 'owner', look), await takeSeat(stage.browser, garden, 'reader', look)];
}

/** An outsider whom the owner knows from another document. */
async function knownOutsider(owner: Person): Promise<Person> {
  const outsider = await newPerson(stage.server, 'outsider');
  const { id } = await makeDocument(owner, { title: 'Elsewhere' });
  await owner.api.post(`/api/documents/${id}/shares`, { email: outsider.email, permission: 'READ' });
  return outsider;
}

/** Chooses daily mails about comments in the settings. */
async function chooseMails(page: Page): Promise<void> {
  await page.goto(`${stage.server.url}/settings`);
  await page.locator('select[name=comment]').selectOption('daily');
  await page.locator('select[name=timeZone]').selectOption('Asia/Shanghai');
  await press(page, 'notifications');
  await page.locator('.toast').waitFor();
  await expectFit(page, 'settings');
  await page.goto(`${stage.server.url}/settings`);
  expect(await page.locator('select[name=comment]').inputValue()).toBe('daily');
  expect(await page.locator('select[name=timeZone]').inputValue()).toBe('Asia/Shanghai');
}

/** Makes a document below `parent` from a template that is looked at first. */
async function useTemplate(page: Page, parent: string): Promise<void> {
  await page.goto(stage.server.url + parent);
  const link = page.locator('main a[href^="/templates?parent="]').first();
  await reveal(link);
  await hit(link);
  await hit(page.locator('a[href*="show=arbor-recipe"]'));
  await page.locator('#preview').waitFor();
  await expectFit(page, 'template');
  await page.locator('#template-title').fill('梅子酱');
  await press(page, 'template-use');
  await page.waitForURL(/\/doc\/c\w+\/edit$/);
  await page.goto(page.url().replace(/\/edit$/, ''));
  await page.getByRole('heading', { level: 1, name: '梅子酱' }).waitFor();
  expect(await page.locator('.prose h2').count()).toBeGreaterThan(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
}

/** Stops watching at the first line of the inbox that has the button, and takes it back. */
async function stopWatching(page: Page): Promise<void> {
  await page.goto(`${stage.server.url}/inbox?filter=all`);
  const stops = page.locator('.inbox button[value="unwatch"]');
  const before = await stops.count();
  expect(before).toBeGreaterThan(0);
  await press(page, 'unwatch', page.locator('.inbox'));
  await expect.poll(() => stops.count()).toBeLessThan(before);
  await expectFit(page, 'stopped');
  await hit(page.locator('.toast').getByRole('button', { name: /Undo|撤销/ }));
  await expect.poll(() => stops.count()).toBe(before);
}

/** Expects that mentions in a text and in a comment show a person's new name. */
async function followName(
  page: Page,
  reading: Page,
  { garden, name }: { garden: Garden; name: string },
): Promise<void> {
  const { owner, reader } = garden.people;
  const docId = garden.document.split('/').at(-1)!;
  const { content } = (await owner.api.get(`/api/documents/${docId}`)).body.data;
  const said = `${content}\n\nAsk [@Reader](/people/${reader.id}) about it.\n`;
  expect((await owner.api.patch(`/api/documents/${docId}`, { content: said })).status).toBe(200);
  await reading.goto(`${stage.server.url}/settings`);
  await reading.locator('[name=displayName]').fill(name);
  await press(reading, 'profile');
  await page.goto(stage.server.url + garden.document);
  for (const place of ['#document-body', '.comment-body'])
    expect(await page.locator(`${place} a.mention[href="/people/${reader.id}"]`).allTextContents()).toContain(
      `@${name}`,
    );
  expect((await owner.api.get(`/api/documents/${docId}`)).body.data.content).toBe(said);
}

const EVERY_WAY = [PHONE, 1280].flatMap((width) =>
  [true, false].flatMap((scripts) => (['en', 'zh'] as const).map((lng) => ({ width, scripts, lng }))),
);
/** The short form has two of the ways: each width, language and choice of scripts occurs once. */
const WAYS = EVERY_WAY.filter(
  ({ width, scripts, lng }) => isLong || (scripts === (width !== PHONE) && scripts === (lng === 'en')),
);

for (const { width, scripts: javaScriptEnabled, lng } of WAYS) {
  test(`a conversation at ${width} px ${javaScriptEnabled ? 'with' : 'without'} scripts, in ${lng}`, async () => {
    const garden = await plantGarden(stage.server);
    const [owner, reader] = await seats(garden, javaScriptEnabled, lng, width);
    const outsider = await knownOutsider(garden.people.owner);
    const path = stage.server.url + garden.document;
    const docId = garden.document.split('/').at(-1)!;
    const isInMargin = javaScriptEnabled && width > PHONE;
    const { page } = reader!;
    await page.goto(path);
    const form = page.locator('.comment-form');
    await form.locator('[name=body]').fill('Why this one? `git log` 🌱 <https://example.com/a> **now**');
    const quote = form.locator('[name=quote]');
    await reveal(quote);
    await quote.fill('done');
    await press(page, 'comment', form);
    const thread = page.locator('.thread', { hasText: 'Why this one?' });
    await thread.locator('.thread-quote a').waitFor();
    const body = thread.locator('.comment-body').first();
    expect(await body.innerText()).toBe('Why this one? git log 🌱 https://example.com/a now');
    expect(await body.locator('code').innerText()).toBe('git log');
    expect(await body.locator('a').getAttribute('href')).toBe('https://example.com/a');
    expect(await body.locator('strong').innerText()).toBe('now');
    await expectFit(page, 'comment');

    const own = owner!.page;
    await own.goto(`${stage.server.url}/inbox`);
    await own.locator('.inbox a.document-row').first().waitFor();
    await expectFit(own, 'inbox');
    const unread = async () => {
      const { data } = (await garden.people.owner.api.get('/api/notifications?unread=true')).body;
      return data.items.map(({ threadId }: { threadId: string | null }) => threadId);
    };
    await hit(own.locator('.inbox a.document-row', { hasText: /commented on|评论了/ }).first());
    await own.waitForURL(/#thread-/);
    expect(await unread()).not.toContain(new URL(own.url()).hash.replace('#thread-', ''));
    const seen = own.locator('.thread', { hasText: 'Why this one?' });
    const reply = seen.locator('[name=body]').last();
    await expect.poll(() => reveal(reply).then(() => reply.isVisible())).toBe(true);
    await reply.fill(`Ask [@Gast](/people/${outsider.id})`);
    await press(own, 'comment', seen);
    const offer = own.locator('.share-offers');
    await offer.waitFor();
    await expectFit(own, 'share offer');
    // The sheet of the thread covers parts of the page behind it.
    const wrong = javaScriptEnabled ? (await violationsOn(own)).filter(({ id }) => id !== 'target-size') : [];
    expect(wrong.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
    const comment = own.locator('.comment', { has: offer });
    const commentId = await comment.getAttribute('id');
    await press(own, 'share-mentioned', comment);
    await expect.poll(() => new URL(own.url()).hash).toBe(`#${commentId}`);
    await expect.poll(() => offer.count()).toBe(0);
    await expect.poll(() => own.evaluate(() => document.activeElement?.id)).toBe(commentId);
    const told = (await outsider.api.get('/api/notifications?unread=true')).body.data.items;
    expect(told).toContainEqual(expect.objectContaining({ kind: 'mention', docId }));

    // The reader replies, the sentence changes, the thread stays at its words until it is resolved.
    await page.goto(path);
    await choose(thread, isInMargin);
    const answer = thread.locator('[name=body]').last();
    await expect.poll(() => reveal(answer).then(() => answer.isVisible())).toBe(true);
    await answer.fill('I did.');
    await press(page, 'comment', thread);
    await thread.locator('.comment-body', { hasText: 'I did.' }).waitFor();
    const { content } = (await garden.people.owner.api.get(`/api/documents/${docId}`)).body.data;
    const edited = content.replace('[x] done', '[x] all of it is done by now');
    await garden.people.owner.api.patch(`/api/documents/${docId}`, { content: edited });
    await own.goto(path);
    const threadId = await seen.getAttribute('id');
    expect(await own.locator(`a.passage-mark[href="#${threadId}"]`).innerText()).toBe('done');
    await choose(seen, isInMargin);
    await press(own, 'thread-resolve', seen);
    await own.locator('details.resolved').waitFor();

    await own.goto(`${path}/share`);
    await expectFit(own, 'share');
    await stopWatching(own);
    await followName(own, page, { garden, name: lng === 'zh' ? '新名' : 'Renamed' });
    await chooseMails(own);
    await useTemplate(own, garden.document);
    expect([owner!.complaints, reader!.complaints]).toEqual([[], []]);
    await Promise.all([owner!.context.close(), reader!.context.close()]);
  });
}
