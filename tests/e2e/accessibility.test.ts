import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsOn } from '#tests/e2e/axe.ts';
import { launchChromium, newVisitor, type Visitor } from '#tests/e2e/chromium.ts';
import { signUp, writeDocument } from '#tests/e2e/journey.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';

const TEXT =
  '# Beds\n\nA [link](https://example.com), `code`, 中文。\n\n- [x] done\n- [ ] open\n\n> [!WARNING]\n> Hot.\n\n$x^2$[^1]\n\n## Two\n\n## Three\n\n[^1]: Note.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\n// why\nlet a = "x";\n```\n';

let browser: Browser;
let server: RunningServer;
let member: Visitor;
let document: string;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchChromium(), startServer()]);
  member = await newVisitor(browser, { javaScriptEnabled: true });
  await signUp(member.page, server, 'axe@example.com');
  document = new URL(await writeDocument(member.page, 'Garden', TEXT)).pathname;
  await writeDocument(member.page, 'Beds', 'Inside');
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

async function violationsOf({ page, context }: Visitor, path: string, theme: string, lng: string): Promise<string[]> {
  const cookie = (name: string, value: string) => ({ name, value, url: server.url });
  await context.addCookies([cookie('vite-ui-theme', theme), cookie('i18next', lng)]);
  await page.goto(server.url + path);
  const violations = await violationsOn(page);
  return violations.map(({ id, nodes }) => `${path} ${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

describe.each([
  ['light', 'en'],
  ['dark', 'zh'],
])('in the %s theme, in %s', (theme, lng) => {
  it('axe finds nothing on a visitor’s pages', async () => {
    const visitor = await newVisitor(browser, { javaScriptEnabled: true });
    const found: string[] = [];
    for (const path of [
      '/',
      '/login',
      '/register',
      '/verify?type=register&email=a@example.com',
      '/verify?type=2fa&email=a@example.com',
      '/forgot-password',
      '/nope',
    ]) {
      found.push(...(await violationsOf(visitor, path, theme, lng)));
    }
    expect(found).toEqual([]);
    await visitor.context.close();
  });

  it('axe finds nothing on a member’s pages', async () => {
    const found: string[] = [];
    for (const path of [
      '/',
      '/?tree',
      document,
      `${document}?move`,
      `${document}/edit`,
      `${document}/share`,
      `${document}/history`,
      '/search?keyword=中文',
      '/archive',
      '/import',
      '/starred',
      '/admin/users',
      '/settings',
    ]) {
      found.push(...(await violationsOf(member, path, theme, lng)));
    }
    expect(found).toEqual([]);
  });
});
