import { describe, expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import {
  chooseSetting,
  enterCode,
  holdScripts,
  PASSWORD,
  searchFor,
  signIn,
  signOut,
  signUp,
  writeDocument,
} from '#tests/e2e/journey.ts';
import { setStage } from '#tests/e2e/stage.ts';

const stage = setStage();

describe.each([
  ['without JavaScript', false],
  ['with JavaScript', true],
])('the whole story, %s', (_name, javaScriptEnabled) => {
  const owner = `ada-${javaScriptEnabled}@example.com`;
  const friend = `ben-${javaScriptEnabled}@example.com`;

  it('signs up, writes, moves, finds, shares, is denied, resets the password, signs out', async () => {
    const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled });
    await signUp(page, stage.server, owner);

    // Create and edit documents.
    const garden = await writeDocument(page, 'Garden', '# Beds\n\n今年把根茎类蔬菜移到北侧苗床。');
    const beds = await writeDocument(page, 'Beds & rotation', 'Carrots go **north**.');
    const diary = await writeDocument(page, 'Diary', 'Nothing yet.');
    await page.goto(garden);
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Text (Markdown)').fill('# Beds\n\n今年把根茎类蔬菜移到**南侧**苗床。');
    // With scripts the editor renders the text itself, without a preview.
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'Preview' }).click();
    await page.locator(javaScriptEnabled ? '.cm-strong' : '.preview strong', { hasText: '南侧' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(garden);
    await page.locator('.prose strong', { hasText: '南侧' }).waitFor();
    expect(await page.getByRole('status').innerText()).toContain('Saved');

    // Move the diary, created below the beds, into the garden.
    await page.goto(`${diary}?move`);
    await page.getByLabel('Document', { exact: true }).selectOption({ label: 'Garden' });
    await page.getByRole('button', { name: 'Move here' }).click();
    await page.getByRole('status').getByText('Moved “Diary”').waitFor();
    const crumbs = () => page.locator('.crumbs').innerText();
    await expect.poll(crumbs).toBe('Garden');
    const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
    await undo.click();
    await expect.poll(crumbs).not.toBe('Garden');
    await undo.click();
    await expect.poll(crumbs).toBe('Garden');

    // Search for Chinese within running text.
    await searchFor(page, javaScriptEnabled, '南侧苗床');
    await page.waitForURL(/\/search/);
    await page.getByRole('main').getByRole('link', { name: 'Garden' }).waitFor();
    expect(await page.locator('.hits mark').first().innerText()).toBe('南侧苗床');

    // Share with a second person, who reads; unshared documents stay invisible.
    const other = await newVisitor(stage.browser, { javaScriptEnabled });
    await page.goto(`${garden}/share`);
    await page.getByLabel('E-mail').fill(friend);
    await page.getByRole('main').getByRole('button', { name: 'Share' }).click();
    await page.getByText('Invited').waitFor();
    await signUp(other.page, stage.server, friend);
    await other.page.goto(`${stage.server.url}/shared`);
    await other.page
      .getByRole('main')
      .getByRole('link', { name: /Garden/ })
      .click();
    await other.page.locator('.prose strong', { hasText: '南侧' }).waitFor();
    expect(await other.page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
    await page.goto(`${stage.server.url}/`);
    const secret = await writeDocument(page, 'Secret', 'For me alone.');
    expect((await other.page.goto(secret))?.status()).toBe(404);
    expect(await other.page.getByRole('heading', { level: 1 }).innerText()).toBe('Page not found');
    expect((await other.page.goto(`${garden}/edit`))?.status()).toBe(403);
    expect((await other.page.goto(beds))?.status()).toBe(200);

    // Archive, and undo it in the toast.
    await page.goto(secret);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByRole('status').getByText('Archived “Secret”').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('status').getByText('Restored “Secret”').waitFor();

    // Reset a forgotten password.
    await signOut(page);
    await page.goto(`${stage.server.url}/forgot-password`);
    await page.getByLabel('E-mail').fill(owner);
    await page.getByRole('button', { name: 'Send the code' }).click();
    await page.waitForURL(/\/verify\?type=reset-password/);
    await enterCode(page, stage.server.dataDir, owner);
    await page.waitForURL(/\/reset-password/);
    await page.getByLabel('New password', { exact: true }).fill('Orchard34');
    await page.getByLabel('New password, once more').fill('Orchard34');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.waitForURL(/\/login/);
    await signIn(page, stage.server.url, owner, PASSWORD);
    await page.getByRole('alert').getByText('E-mail or password is incorrect').waitFor();
    await signIn(page, stage.server.url, owner, 'Orchard34');
    await page.getByRole('heading', { level: 1, name: /Hello/ }).waitFor();

    expect([...complaints, ...other.complaints]).toEqual([]);
    await Promise.all([context.close(), other.context.close()]);
  });

  it('keeps every entered value beside its message', async () => {
    const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled });
    await page.goto(`${stage.server.url}/register`);
    await page.getByLabel('E-mail').fill('not an address');
    await page.getByLabel('Password').fill('x');
    await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click();
    await page.locator('.wrong', { hasText: 'Email is invalid' }).waitFor();
    expect(await page.getByLabel('E-mail').inputValue()).toBe('not an address');
    expect(await page.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('.wrong', { hasText: 'Password is too short' }).isVisible()).toBe(true);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('role')).catch(() => 'alert'))
      .toBe('alert');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('changes theme and language from the header, on every page after', async () => {
    const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled });
    await page.goto(`${stage.server.url}/login`);
    expect(await page.locator('html').getAttribute('class')).toBe('dark');
    await chooseSetting(page, javaScriptEnabled, { menu: 'Theme', choice: 'Light' });
    await page.locator('html.light').waitFor();
    await chooseSetting(page, javaScriptEnabled, { menu: 'Language', choice: '中文' });
    await page.locator('html[lang=zh]').waitFor();
    await page.goto(`${stage.server.url}/register`);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('创建账号');
    expect(await page.locator('html').getAttribute('class')).toBe('light');
    expect(complaints).toEqual([]);
    await context.close();
  });
});

it('keeps what was typed before the scripts arrived', async () => {
  const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  await signUp(page, stage.server, 'early@example.com');
  const path = await writeDocument(page, 'Garden', 'The text before');
  const arrive = await holdScripts(page);
  await page.goto(`${path}/edit`);
  await page.getByLabel('Text (Markdown)').fill('Typed before hydration');
  await page.getByLabel('Title').fill('Typed title');
  arrive();
  await page.waitForFunction(() => !document.getElementById('environment'));
  await page.locator('.cm-content').waitFor();
  expect(await page.getByLabel('Text (Markdown)').innerText()).toBe('Typed before hydration');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(path);
  await page.getByRole('heading', { level: 1, name: 'Typed title', exact: true }).waitFor();
  expect(await page.locator('.prose').innerText()).toBe('Typed before hydration');
  expect(complaints).toEqual([]);
  await context.close();
});
