import { expect } from 'vitest';
import { type SignedIn, Walk } from '#tests/e2e/intents/walk.ts';
import type { Stage } from '#tests/e2e/stage.ts';
import type { AiServer } from '#tests/support/ai-server.ts';
import { makeDocument } from '#tests/support/people.ts';
import { PNG } from '#tests/support/upload.ts';

/** Posts the forms of the home page, the document, its editor, files and history, the archive, search and templates. */
export async function write(stage: Stage): Promise<void> {
  const olga = await Walk.openAs(stage, 'olga');
  await olga.goto('/');
  await olga.send('/ sample', { tells: 'Here is the sample tree' });
  await olga.goto('/');
  await olga.send('/ sample-remove', { tells: 'Sample tree removed' });
  const { id } = await makeDocument(olga.person, { title: 'Orchard', content: 'Apples.\n\n- [ ] Prune' });
  await olga.goto('/');
  await olga.send('/ create', { within: olga.page.locator('main'), fields: { title: 'Beds' } });
  await olga.page.getByText('Markdown').first().waitFor();
  const beds = new URL(olga.page.url()).pathname.split('/')[2]!;
  await olga.send('/doc/:docId/edit preview', { fields: { content: 'Carrots go **north**.' } });
  await olga.page.locator('.preview strong', { hasText: 'north' }).waitFor();
  await olga.send('/doc/:docId/edit save', { tells: 'Saved' });
  await olga.goto('/');
  await olga.send('/ sort-children', { fields: { by: 'title', order: 'asc' }, tells: 'Sorted' });
  await olga.send('/ sort-undo', { tells: 'In the former order again' });
  await conflicts(olga, beds);

  const path = `/doc/${id}`;
  await olga.goto(path);
  await olga.send('/doc/:docId star', { tells: 'Star added' });
  await olga.send('/doc/:docId unstar', { tells: 'Star removed' });
  await olga.send('/doc/:docId task', { tells: 'Saved' });
  expect(await olga.page.getByRole('checkbox').first().getAttribute('aria-checked')).toBe('true');
  await olga.send('/doc/:docId icon', { fields: { icon: '🍎' }, tells: '🍎' });
  await olga.send('/doc/:docId cover', { tells: 'Saved' });
  await olga.send('/doc/:docId cover-remove', { tells: 'Cover removed' });
  await olga.send('/doc/:docId template-set', { tells: 'Offered as a template' });
  await olga.goto('/templates?show=arbor-meeting');
  await olga.send('/templates template-use', { fields: { title: 'Orchard of this year' } });
  await olga.page.waitForURL(/\/doc\//);
  await olga.goto(path);
  await olga.send('/doc/:docId template-unset', { tells: 'No longer a template' });
  await olga.send('/doc/:docId duplicate', { tells: 'Duplicated “Orchard”' });
  await olga.goto(`${path}?move`);
  await olga.send('/doc/:docId move', { fields: { targetId: beds }, tells: 'Moved “Orchard”' });
  await makeDocument(olga.person, { title: 'Rows', parentId: beds });
  await olga.goto(`/doc/${beds}`);
  await olga.send('/doc/:docId sort-children', { fields: { order: 'desc' }, tells: 'Sorted' });
  await olga.send('/doc/:docId sort-undo', { tells: 'In the former order again' });
  await searchAndFiles(olga, path);
  await archive(olga, path);
  await olga.context.close();
}

/** Creates a conflict: two browsers change the same words, and the later one gets both texts. */
async function conflicts(olga: Walk, id: string): Promise<void> {
  const path = `/doc/${id}/edit`;
  const other = new Walk(await olga.context.newPage(), olga.context, olga.stage);
  for (const way of ['save-both', 'save-theirs']) {
    await Promise.all([olga.goto(path), other.goto(path)]);
    await other.send('/doc/:docId/edit save', { fields: { content: `Carrots, theirs (${way}).` }, tells: 'Saved' });
    await olga.page.locator('[name=content]').fill('Carrots, mine.');
    await olga.page.locator('.editor-bar button[value=save]').first().click();
    await olga.page.locator(`button[value=${way}]`).first().waitFor();
    await olga.send(`/doc/:docId/edit ${way}`);
    await olga.page.locator('.prose', { hasText: 'theirs' }).waitFor();
  }
  await other.page.close();
}

async function searchAndFiles(olga: Walk, path: string): Promise<void> {
  await olga.goto('/search?keyword=Apples');
  await olga.send('/search search-save', { fields: { name: 'Fruit' }, tells: 'Saved the search “Fruit”' });
  await olga.goto('/search');
  await olga.send('/search search-rename', { fields: { name: 'Apples' } });
  await olga.page.getByRole('link', { name: 'Apples' }).first().waitFor();
  await olga.send('/search search-remove', { tells: 'Removed the search “Apples”' });
  await olga.goto(`${path}/files`);
  const file = { name: 'leaf.png', mimeType: 'image/png', buffer: PNG };
  await olga.send('/doc/:docId/files upload', { fields: { file }, tells: '1 file added' });
  await olga.send('/doc/:docId/files file-rename', { fields: { fileName: 'bud' }, tells: 'File renamed' });
  await olga.send('/doc/:docId/files file-remove', { tells: 'File removed' });
  await olga.send('/doc/:docId/files file-restore', { tells: 'The file is back' });
  await olga.goto(`${path}/edit`);
  await olga.send('/doc/:docId/edit save', { fields: { content: 'Pears.' }, tells: 'Saved' });
  await olga.goto(`${path}/history`);
  await olga.send('/doc/:docId/history restore', { tells: 'Restored an earlier text' });
}

async function archive(olga: SignedIn, path: string): Promise<void> {
  await olga.goto(path);
  await olga.send('/doc/:docId archive', { tells: 'Archived “Orchard”' });
  await olga.send('/doc/:docId restore', { tells: 'Restored “Orchard”' });
  const again = async () => {
    await olga.goto(path);
    await olga.send('/doc/:docId archive', { tells: 'Archived' });
    await olga.goto('/archive');
  };
  await again();
  await olga.send('/archive restore', { tells: 'Restored' });
  await again();
  await olga.goto(path);
  await olga.send('/doc/:docId delete');
  await olga.send('/doc/:docId delete', { tells: 'Deleted for good' });
  for (const title of ['Weeds', 'Nettles']) {
    const { id } = await makeDocument(olga.person, { title });
    await olga.goto(`/doc/${id}`);
    await olga.send('/doc/:docId archive', { tells: 'Archived' });
    await olga.goto('/archive');
  }
  await olga.send('/archive delete');
  await olga.page.getByRole('heading', { name: /Delete/ }).waitFor();
  await olga.goto('/archive');
  await olga.send('/archive empty');
  await olga.send('/archive empty');
  expect(await olga.page.getByRole('link', { name: 'Weeds' }).count()).toBe(0);
}

/** Posts the forms of import and of AI. */
export async function importAndAsk(stage: Stage, provider: AiServer): Promise<void> {
  const olga = await Walk.openAs(stage, 'importer');
  const files = { name: 'Quince.md', mimeType: 'text/markdown', buffer: Buffer.from('# Quince\n\nYellow.') };
  await olga.goto('/import');
  await olga.send('/import import', { fields: { files }, tells: '1 document imported' });
  await olga.goto('/import');
  await olga.send('/import undo', { tells: 'Import undone' });
  await olga.send('/import preview', { fields: { files }, tells: 'Quince' });
  await olga.send('/import start', { tells: '1 document imported' });
  provider.answer = 'Apples keep well.';
  const { id } = await makeDocument(olga.person, { title: 'Cellar', content: 'Apples.' });
  const asked: [string, Record<string, string>][] = [
    ['insert', { action: 'continue' }],
    ['replace', { action: 'improve', selection: 'Apples.' }],
  ];
  for (const [way, fields] of asked) {
    await olga.goto(`/doc/${id}/ai`);
    await olga.send('/doc/:docId/ai generate', { fields, tells: 'Answered' });
    await olga.send(`/doc/:docId/ai ${way}`, { tells: 'The result is in the document' });
  }
  await olga.goto('/ask');
  await olga.send('/ask ask', { fields: { prompt: 'What keeps well?' }, tells: 'Apples keep well.' });
  await olga.context.close();
}
