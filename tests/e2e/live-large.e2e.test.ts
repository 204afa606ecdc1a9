import { expect, it } from 'vitest';
import { notesOf } from '#tests/bench/browser/long-texts.ts';
import { newVisitor, type Visitor } from '#tests/e2e/chromium.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { storedText } from '#tests/e2e/writer.ts';
import { repeats } from '#tests/support/length.ts';
import { makeDocument, newPerson, type Person } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

const stage = setStage();
/** The editor shows plain Markdown above 500 KB; the longest text has 1.5 MiB. */
const BYTES = repeats(550_000, 1_450_000);
const KEY_MS = 90;

async function visit(person: Person, path: string, javaScriptEnabled = true): Promise<Visitor> {
  const visitor = await newVisitor(stage.browser, { javaScriptEnabled });
  const cookies = [...person.browser.cookies].map(([name, value]) => ({ name, value, url: stage.server.url }));
  await visitor.context.addCookies(cookies);
  await visitor.page.goto(`${stage.server.url}${path}`);
  return visitor;
}

it('two people write in a long text, a third saves by a form without scripts, a fourth reads', async () => {
  const [ada, ben, cleo, dora] = await Promise.all([
    newPerson(stage.server, 'ada'),
    newPerson(stage.server, 'ben'),
    newPerson(stage.server, 'cleo'),
    newPerson(stage.server, 'dora'),
  ]);
  // Two equal halves are harder to compare than different ones.
  const half = notesOf(BYTES / 2).trimEnd();
  const text = `${half}\n\nThe middle.\n\n${half}`;
  const { id } = await makeDocument(ada, { title: 'Chronicle', content: text });
  for (const { email } of [ben, cleo]) await ada.api.post(`/api/documents/${id}/shares`, { email, permission: 'EDIT' });
  await ada.api.post(`/api/documents/${id}/shares`, { email: dora.email, permission: 'READ' });

  const atStart = await visit(ada, `/doc/${id}/edit`);
  const atEnd = await visit(ben, `/doc/${id}/edit`);
  for (const { page } of [atStart, atEnd]) await page.getByRole('list', { name: 'Here now' }).waitFor();
  const byForm = await visit(cleo, `/doc/${id}/edit`, false);
  const reading = await visit(dora, `/doc/${id}`);
  await atStart.page.locator('.cm-content').press('Control+Home');
  await atEnd.page.locator('.cm-content').press('Control+End');
  const saveByForm = async () => {
    const field = byForm.page.locator('textarea[name="content"]');
    await field.evaluate((element) => {
      const textarea = element as HTMLTextAreaElement;
      textarea.value = textarea.value.replace('The middle.', 'The middle, by Cleo.');
    });
    await byForm.page.getByRole('button', { name: 'Save', exact: true }).first().click();
    await byForm.page.waitForURL((url) => url.pathname === `/doc/${id}`);
  };
  const [start, end] = ['Ada begins here and goes on for a while. ', ' Ben ends it, in as many words.'];
  await Promise.all([
    atStart.page.keyboard.type(start, { delay: KEY_MS }),
    atEnd.page.keyboard.type(end, { delay: KEY_MS }),
    saveByForm(),
  ]);

  const expected = `${start}${text.replace('The middle.', 'The middle, by Cleo.')}${end}`;
  await until(async () => {
    // A failure does not print a megabyte.
    expect((await storedText({ person: ada, docId: id })) === expected).toBe(true);
  });
  await atEnd.page.locator('.cm-content').press('Control+Home');
  await expect.poll(() => atEnd.page.locator('.cm-line').first().textContent()).toContain(start.trim());
  await atStart.page.locator('.cm-content').press('Control+End');
  await expect.poll(() => atStart.page.locator('.cm-line').last().textContent()).toContain(end.trim());
  await reading.page.getByRole('article').getByText(start.trim()).first().waitFor();
  for (const { complaints, context } of [atStart, atEnd, byForm, reading]) {
    expect(complaints).toEqual([]);
    await context.close();
  }
});
