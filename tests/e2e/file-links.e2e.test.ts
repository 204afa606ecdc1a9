import { describe, expect, it } from 'vitest';
import { newVisitor, type Visitor } from '#tests/e2e/chromium.ts';
import { untilHydrated } from '#tests/e2e/journey.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { PASSWORD } from '#tests/support/factories.ts';
import { makeDocument, newPerson, type Person } from '#tests/support/people.ts';
import { letProofLapse } from '#tests/support/proof-lapse.ts';

const stage = setStage();

describe.each([
  ['without JavaScript', false],
  ['with JavaScript', true],
])('links to files, %s', (_name, javaScriptEnabled) => {
  async function open(person: Person, path: string): Promise<Visitor> {
    const visitor = await newVisitor(stage.browser, { javaScriptEnabled });
    const { url } = stage.server;
    await visitor.context.addCookies([...person.browser.cookies].map(([name, value]) => ({ name, value, url })));
    await visitor.page.goto(url + path);
    if (javaScriptEnabled) await untilHydrated(visitor.page);
    return visitor;
  }

  it('contract §10: a lapsed proof is asked for in the page, then everything is downloaded', async () => {
    const person = await newPerson(stage.server);
    const { page, context } = await open(person, '/settings');
    await letProofLapse(stage.server, person);
    await page.getByRole('link', { name: 'Download everything you own' }).click();
    await page.locator('[name=proofPassword]').fill(PASSWORD);
    expect(new URL(page.url()).pathname).toBe('/settings');
    const download = page.waitForEvent('download');
    await page.locator('[name=proofPassword]').press('Enter');
    expect((await download).suggestedFilename()).toMatch(/^arbor-[\d-]+\.zip$/);
    await context.close();
  });

  it('contract §2: an ended session leads to signing in', async () => {
    const person = await newPerson(stage.server);
    const { id } = await makeDocument(person, { title: 'Garden' });
    const { page, context } = await open(person, `/doc/${id}`);
    await page.locator('summary[aria-label="More"]').click();
    await context.clearCookies({ name: /^arbor_/ });
    await page.getByRole('link', { name: 'Download as Markdown' }).click();
    await page.waitForURL(/\/login\?redirectTo=/);
    await context.close();
  });
});
