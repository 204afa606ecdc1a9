import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { newVisitor, type Visitor } from '#tests/e2e/chromium.ts';
import { enterAsNew } from '#tests/e2e/journey.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { LiveClient } from '#tests/support/live-client.ts';
import { newPerson } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

const stage = setStage();
const KEY_MS = 60;

type Writer = Visitor & { email: string };

async function newWriter(name: string): Promise<Writer> {
  const visitor = await newVisitor(stage.browser, { javaScriptEnabled: true });
  const email = `${name}-${Math.random().toString(36).slice(2)}@example.com`;
  await enterAsNew(visitor.page, stage.server, email);
  return { ...visitor, email };
}

async function call(page: Page, method: string, path: string, data?: unknown) {
  const cookies = await page.context().cookies();
  const token = decodeURIComponent(cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '');
  const headers = { 'X-XSRF-TOKEN': token };
  const response = await page.request.fetch(`${stage.server.url}${path}`, { method, headers, data });
  const body = await response.json();
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${JSON.stringify(body)}`);
  return body.data;
}

/** Opens one document in everyone's editor. The first writer owns it. */
async function openTogether(content: string, names: string[]) {
  const writers = await Promise.all(names.map(newWriter));
  const [owner, ...others] = writers as [Writer, ...Writer[]];
  const { id } = await call(owner.page, 'POST', '/api/documents', { title: 'Garden', content });
  for (const { email } of others)
    await call(owner.page, 'POST', `/api/documents/${id}/shares`, { email, permission: 'EDIT' });
  for (const { page } of writers) {
    await page.goto(`${stage.server.url}/doc/${id}/edit`);
    await page.locator('.cm-content').waitFor();
  }
  for (const { page } of writers) await page.getByRole('list', { name: 'Here now' }).waitFor();
  return { id, writers };
}

/** Returns the end of the text, so that a failure does not print thousands of letters. */
const shownEnd = async (page: Page) => (await shownText(page)).slice(-60);

const shownText = (page: Page) =>
  page.locator('.cm-content').evaluate((element) =>
    [...element.querySelectorAll('.cm-line')]
      .map((line) => {
        const copy = line.cloneNode(true) as HTMLElement;
        for (const caret of copy.querySelectorAll('.cm-ySelectionCaret')) caret.remove();
        return copy.textContent;
      })
      .join('\n'),
  );

it('two people write in one paragraph at once, a third saves by API, and everyone has every letter', async () => {
  const { id, writers } = await openTogether('Roses and tulips.', ['ada', 'ben']);
  const [ada, ben] = writers as [Writer, Writer];
  await ada.page.locator('.cm-content').press('Control+Home');
  await ben.page.locator('.cm-content').press('Control+End');
  await Promise.all([
    ada.page.keyboard.type('Ada planted these. ', { delay: KEY_MS }),
    ben.page.keyboard.type(' Ben watered them all.', { delay: KEY_MS }),
  ]);
  const both = 'Ada planted these. Roses and tulips. Ben watered them all.';
  for (const { page } of writers) await expect.poll(() => shownText(page)).toBe(both);
  // A busy machine stores the text later than it answers a reader.
  const version = await until(async () => {
    const stored = await call(ada.page, 'GET', `/api/documents/${id}`);
    expect(stored.content).toBe(both);
    return stored.version;
  });
  await call(ada.page, 'PATCH', `/api/documents/${id}`, { content: `${both}\n\nFrom the API.`, baseVersion: version });
  for (const { page } of writers) await expect.poll(() => shownText(page)).toContain('From the API.');
  for (const { page } of writers) await page.locator('.save-note[data-state="saved"]').waitFor();
  await until(async () =>
    expect((await call(ada.page, 'GET', `/api/documents/${id}`)).content).toBe(`${both}\n\nFrom the API.`),
  );
  // The remote cursor shows a name; undo reverts only own words.
  await ada.page.locator('.cm-ySelectionCaret').first().waitFor();
  // A slow machine takes pauses between keys for the ends of steps.
  await expect
    .poll(async () => {
      await ada.page.locator('.cm-content').press('Control+z');
      return shownText(ada.page);
    })
    .not.toContain('Ada planted these');
  expect(await shownText(ada.page)).toContain('Ben watered them all.');
  await expect.poll(() => shownText(ben.page)).not.toContain('Ada planted these');
  for (const { complaints, context } of writers) {
    expect(complaints).toEqual([]);
    await context.close();
  }
});

it('what is typed away from the network joins on return; title and text of both stay', async () => {
  const { id, writers } = await openTogether('Start.', ['cleo', 'dan']);
  const [cleo, dan] = writers as [Writer, Writer];
  await cleo.page.locator('.cm-content').press('Control+End');
  await cleo.page.keyboard.type(' Cleo', { delay: KEY_MS });
  await expect.poll(() => shownText(dan.page)).toBe('Start. Cleo');
  await cleo.context.setOffline(true);
  await cleo.page.keyboard.type(' offline', { delay: KEY_MS });
  await dan.page.getByLabel('Title').fill('Garden plan');
  await dan.page.locator('.cm-content').press('Control+Home');
  await dan.page.keyboard.type('Dan first. ', { delay: KEY_MS });
  await cleo.context.setOffline(false);
  for (const { page } of writers) await expect.poll(() => shownText(page)).toBe('Dan first. Start. Cleo offline');
  await expect.poll(() => cleo.page.getByLabel('Title').inputValue()).toBe('Garden plan');
  await cleo.page.getByRole('button', { name: 'Save', exact: true }).click();
  await cleo.page.getByRole('article').getByText('Dan first. Start. Cleo offline').waitFor();
  await until(async () => expect((await call(dan.page, 'GET', `/api/documents/${id}`)).title).toBe('Garden plan'));
  for (const { context } of writers) await context.close();
});

it('an open page takes the new text in place and names who is there, also who only reads', async () => {
  const [ada, ben] = [await newWriter('ada'), await newWriter('ben')] as [Writer, Writer];
  const { id } = await call(ada.page, 'POST', '/api/documents', { title: 'Garden', content: 'Before.' });
  await call(ada.page, 'POST', `/api/documents/${id}/shares`, { email: ben.email, permission: 'READ' });
  await ben.page.goto(`${stage.server.url}/doc/${id}`);
  await ben.page.getByRole('article').getByText('Before.').waitFor();
  await ada.page.goto(`${stage.server.url}/doc/${id}/edit`);
  await ada.page.getByRole('list', { name: 'Here now' }).getByText('is reading').waitFor();
  await ada.page.locator('.cm-content').press('Control+End');
  await ada.page.keyboard.type(' After.', { delay: KEY_MS });
  await ben.page.getByRole('article').getByText('Before. After.').waitFor();
  const { id: child } = await call(ada.page, 'POST', '/api/documents', { title: 'Beds', parentId: id });
  await ben.page.locator(`main a[href="/doc/${child}"]`).waitFor();
  for (const { complaints, context } of [ada, ben]) {
    expect(complaints).toEqual([]);
    await context.close();
  }
});

it('on a phone a person who arrives does not move the text', async () => {
  const [ada, ben] = [await newWriter('ada'), await newWriter('ben')] as [Writer, Writer];
  const { id } = await call(ada.page, 'POST', '/api/documents', { title: 'Garden', content: 'Before.' });
  await call(ada.page, 'POST', `/api/documents/${id}/shares`, { email: ben.email, permission: 'READ' });
  await ada.page.setViewportSize({ width: 390, height: 844 });
  await ada.page.goto(`${stage.server.url}/doc/${id}`);
  await ada.page.locator('.here-now[hidden]').waitFor({ state: 'attached' });
  const textTop = async () => (await ada.page.getByRole('article').boundingBox())!.y;
  const alone = await textTop();
  await ben.page.goto(`${stage.server.url}/doc/${id}`);
  const here = ada.page.getByRole('list', { name: 'Here now' });
  await here.waitFor();
  expect(await textTop()).toBe(alone);
  const [face, row] = [(await here.locator('li').boundingBox())!, (await ada.page.locator('.actions').boundingBox())!];
  expect([face.y >= row.y, face.y + face.height <= row.y + row.height]).toEqual([true, true]);
  expect([face.width, face.x + face.width]).toEqual([26, row.x + row.width]);
  expect(row.y + row.height).toBeLessThan(alone);
  for (const { complaints, context } of [ada, ben]) {
    expect(complaints).toEqual([]);
    await context.close();
  }
});

it('after the shared state was made anew, open editors join the new one and go on writing together', async () => {
  const { id, writers } = await openTogether('Start.\n\nEnd.', ['eve', 'finn']);
  const [eve, finn] = writers as [Writer, Writer];
  for (const { page } of writers) await page.locator('.cm-content').press('Control+End');
  await eve.page.keyboard.type(' Eve.', { delay: KEY_MS });
  await expect.poll(() => shownEnd(finn.page)).toContain('End. Eve.');
  const third = await newPerson(stage.server, 'third');
  await call(eve.page, 'POST', `/api/documents/${id}/shares`, { email: third.email, permission: 'EDIT' });
  const script = await new LiveClient(third, id).joined();
  // Thousands of separate insertions make the state much larger than the text, so it is replaced when settled.
  script.doc.transact(() => {
    for (let count = 0; count < 8000; count += 1) script.content.insert(0, 'x');
  });
  await until(async () => expect(script.closings).toContain(4409));
  script.leave();
  await finn.page.locator('.cm-content').press('Control+End');
  await finn.page.keyboard.type(' Finn.', { delay: KEY_MS });
  await expect.poll(() => shownEnd(eve.page)).toContain('End. Eve. Finn.');
  await eve.page.locator('.cm-content').press('Control+End');
  await eve.page.keyboard.type(' Both.', { delay: KEY_MS });
  await expect.poll(() => shownEnd(finn.page)).toContain('End. Eve. Finn. Both.');
  const whole = `${'x'.repeat(8000)}Start.\n\nEnd. Eve. Finn. Both.`;
  await until(async () => expect((await call(eve.page, 'GET', `/api/documents/${id}`)).content).toBe(whole));
  for (const { context } of writers) await context.close();
});

it('someone is followed through a long text until one acts oneself', async () => {
  const lines = Array.from({ length: 120 }, (_, index) => `Paragraph ${index + 1}.`).join('\n\n');
  const { writers } = await openTogether(lines, ['ada', 'ben']);
  const [ada, ben] = writers as [Writer, Writer];
  const face = ada.page.getByRole('list', { name: 'Here now' }).getByRole('button');
  const top = () => ada.page.evaluate(() => Math.round(scrollY));
  await ben.page.locator('.cm-content').press('Control+Home');
  await ben.page.keyboard.type('Ben. ', { delay: KEY_MS });
  await expect.poll(() => shownText(ada.page)).toContain('Ben. Paragraph 1.');
  await face.click();
  expect(await face.getAttribute('aria-pressed')).toBe('true');
  await ben.page.keyboard.press('Control+End');
  await ben.page.keyboard.type(' Done.', { delay: KEY_MS });
  await expect.poll(top).toBeGreaterThan(1000);
  await ada.page.locator('.cm-content').press('Control+End');
  expect(await face.getAttribute('aria-pressed')).toBe('false');
  const before = await top();
  await ben.page.keyboard.press('Control+Home');
  await ben.page.keyboard.type('More. ', { delay: KEY_MS });
  await ben.page.locator('.save-note[data-state="saved"]').waitFor();
  expect(Math.abs((await top()) - before)).toBeLessThan(200);
  for (const { context } of writers) await context.close();
});
