import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scriptsByRoute, scriptsOfChunk, sentBytes } from '#tests/support/page-scripts.ts';

const APP = join(import.meta.dirname, '../../app');

/**
 * Script budget of each page in bytes after brotli: layouts, page and their imports. Raise a line deliberately if a
 * page needs more; all pages share the error screen.
 */
const BUDGETS: Record<string, number> = {
  'routes/main/home': 120000,
  'routes/main/document': 128200,
  'routes/main/document-edit': 128700,
  'routes/main/document-share': 153100,
  'routes/main/document-files': 121700,
  'routes/main/document-activity': 119600,
  'routes/main/document-history': 120600,
  'routes/main/document-export': 119000,
  'routes/main/document-ai': 143200,
  'routes/main/ask': 142800,
  'routes/main/search': 121000,
  'routes/main/starred': 119100,
  'routes/main/shared': 119500,
  'routes/main/inbox': 120000,
  'routes/main/archive': 119600,
  'routes/main/import': 120800,
  'routes/settings/settings': 131100,
  'routes/admin/users': 128000,
  'routes/admin/audit': 120400,
  'routes/admin/token-usage': 146200,
  'routes/admin/test-sentry': 119400,
  'routes/main/api-docs': 119700,
  'routes/main/help-markdown': 119400,
  'routes/oauth/authorize': 123200,
  'routes/main/groups': 127500,
  'routes/main/copy': 119200,
  'routes/main/person': 119500,
  'routes/main/templates': 119800,
  'routes/main/takeout': 119000,
  'routes/admin/groups': 127500,
  'routes/auth/terms': 123900,
  'routes/auth/unsubscribe': 116200,
  'routes/auth/unwatch': 116500,
  'routes/main/not-found': 119000,
  'routes/auth/login': 123700,
  'routes/auth/register': 123500,
  'routes/auth/verify': 146100,
  'routes/auth/second-factor': 128900,
  'routes/auth/forgot-password': 123100,
  'routes/auth/reset-password': 123100,
  'routes/auth/provider': 123700,
  'routes/auth/auth-callback': 123700,
  'routes/auth/link-account': 123200,
  'routes/auth/logout': 115800,
  'routes/auth/preferences': 115800,
};

/** Budgets of scripts that load on demand, in addition to those of their page. */
const LATER: Record<string, { page: string; bytes: number }> = {
  'live-editor': { page: 'routes/main/document-edit', bytes: 223_500 },
};

const sum = (files: string[]) => files.reduce((bytes, file) => bytes + sentBytes(file), 0);
const listed = (files: string[]) =>
  files.map((file) => `${sentBytes(file)} ${file}`).sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10));

const hasPage = (id: string) => {
  const file = join(APP, `${id}.tsx`);
  return existsSync(file) && /^export default/m.test(readFileSync(file, 'utf8')) && !/(?:^root|frame)$/.test(id);
};

test('every page has a budget', () => {
  expect(Object.keys(BUDGETS).sort()).toEqual([...scriptsByRoute().keys()].filter(hasPage).sort());
});

test.each(Object.entries(BUDGETS))('the scripts of %s stay within %i bytes', (id, budget) => {
  const files = scriptsByRoute().get(id)!;
  expect(sum(files), `${id}:\n${listed(files).join('\n')}`).toBeLessThanOrEqual(budget);
});

test.each(Object.entries(LATER))('the scripts of %s stay within their budget', (name, { page, bytes }) => {
  const there = scriptsByRoute().get(page)!;
  const files = scriptsOfChunk(name).filter((file) => !there.includes(file));
  expect(sum(files), `${name}:\n${listed(files).join('\n')}`).toBeLessThanOrEqual(bytes);
});

test('a page that is only read loads no form validation', () => {
  const validates = (file: string) =>
    /ZodError|__intent__/.test(readFileSync(join(APP, '../build/client', file), 'utf8'));
  const all = scriptsByRoute();
  expect(all.get('routes/main/document-share')!.some(validates)).toBe(true);
  for (const id of ['routes/main/document', 'routes/main/home', 'routes/main/search']) {
    expect(all.get(id)!.filter(validates), id).toEqual([]);
  }
});
