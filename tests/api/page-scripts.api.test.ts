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
  'routes/main/home': 120700,
  'routes/main/document': 128800,
  'routes/main/document-edit': 129500,
  'routes/main/document-share': 153700,
  'routes/main/document-files': 122500,
  'routes/main/document-activity': 120200,
  'routes/main/document-history': 121200,
  'routes/main/document-export': 119700,
  'routes/main/document-ai': 144000,
  'routes/main/ask': 143500,
  'routes/main/search': 121700,
  'routes/main/starred': 119800,
  'routes/main/shared': 120100,
  'routes/main/inbox': 120500,
  'routes/main/archive': 120200,
  'routes/main/import': 121500,
  'routes/settings/settings': 131900,
  'routes/admin/users': 128700,
  'routes/admin/audit': 120900,
  'routes/admin/token-usage': 146900,
  'routes/admin/test-sentry': 120100,
  'routes/main/api-docs': 120400,
  'routes/main/help-markdown': 120100,
  'routes/oauth/authorize': 123700,
  'routes/main/groups': 128200,
  'routes/main/copy': 119900,
  'routes/main/person': 120100,
  'routes/main/templates': 120500,
  'routes/main/takeout': 119700,
  'routes/admin/groups': 128200,
  'routes/auth/terms': 124400,
  'routes/auth/unsubscribe': 116700,
  'routes/auth/unwatch': 117000,
  'routes/main/not-found': 119700,
  'routes/auth/login': 124200,
  'routes/auth/register': 124000,
  'routes/auth/verify': 146600,
  'routes/auth/second-factor': 129400,
  'routes/auth/forgot-password': 123600,
  'routes/auth/reset-password': 123600,
  'routes/auth/provider': 124200,
  'routes/auth/auth-callback': 124200,
  'routes/auth/link-account': 123700,
  'routes/auth/logout': 116300,
  'routes/auth/preferences': 116300,
};

/** Budgets of scripts that load on demand, in addition to those of their page. */
const LATER: Record<string, { page: string; bytes: number }> = {
  'live-editor': { page: 'routes/main/document-edit', bytes: 232_500 },
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
