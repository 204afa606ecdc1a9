import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { violationsOn } from '#tests/e2e/axe.ts';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { enterAsNew } from '#tests/e2e/journey.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { buildZip, readZip } from '#tests/support/zip.ts';

const stage = setStage();

const zip = buildZip([
  { path: 'Garden/index.md', text: '# Garden\n\nTo the [beds](Beds.md).' },
  { path: 'Garden/Beds.md', text: '# Beds\n\nCarrots.' },
  { path: 'Garden/photo.png', text: 'x' },
]);

async function choose(page: Page): Promise<void> {
  await page.getByLabel('Files').setInputFiles([
    { name: 'garden.zip', mimeType: 'application/zip', buffer: zip },
    { name: 'broken.md', mimeType: 'text/markdown', buffer: Buffer.from([0xff, 0xfe, 0x41]) },
  ]);
  await page.getByRole('main').getByRole('button', { name: 'Import', exact: true }).click();
}

/** Downloads a file from the document's menu. */
async function download(page: Page, name: string): Promise<Buffer> {
  if (!(await page.getByRole('link', { name }).isVisible())) await page.locator('summary[aria-label="More"]').click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()]);
  return readFile(await file.path());
}

describe.each([
  ['without JavaScript', false],
  ['with JavaScript', true],
])('files in and out, %s', (_name, javaScriptEnabled) => {
  it('imports, says what it could not take, gives the documents out again, and undoes the import', async () => {
    const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled });
    await enterAsNew(page, stage.server, `transfer-${javaScriptEnabled}@example.com`);
    await page.getByRole('navigation').getByRole('link', { name: 'Import' }).click();
    await page.getByRole('heading', { name: 'Import', exact: true }).waitFor();
    await choose(page);
    await page.getByRole('status').getByText('2 documents imported').waitFor();
    const report = page.getByRole('listitem').filter({ hasText: 'garden.zip' }).first();
    await report.getByText('is not linked from any text').waitFor();
    expect(await report.locator('.not-taken li').allInnerTexts()).toEqual([
      expect.stringMatching(/^broken\.md is not the text its first bytes announce/),
      expect.stringMatching(/^garden\.zip\/Garden\/photo\.png is not linked from any text/),
    ]);

    if (javaScriptEnabled) expect(await violationsOn(page)).toEqual([]);

    await report.getByRole('link', { name: 'Garden' }).click();
    await page.getByRole('article').getByRole('link', { name: 'beds' }).click();
    await page.getByText('Carrots.').waitFor();
    expect((await download(page, 'Download as Markdown')).toString()).toBe('# Beds\n\nCarrots.');
    expect((await download(page, 'Download as HTML')).toString()).toContain('<title>Beds</title>');
    await page.getByRole('navigation').getByRole('link', { name: 'Garden', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Garden', level: 1 }).first().waitFor();
    const files = await readZip(new Uint8Array(await download(page, 'Download the branch (zip)')));
    expect([...files.keys()]).toEqual(['1-Garden/index.md', '1-Garden/1-Beds.md']);

    await page.goto(`${stage.server.url}/import`);
    await page.getByText('Undo this import…').click();
    await page.getByRole('button', { name: 'Undo this import', exact: true }).click();
    await page.getByRole('status').getByText('Import undone: 2 documents deleted').waitFor();
    expect(await page.getByRole('navigation').getByRole('link', { name: 'Garden' }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
