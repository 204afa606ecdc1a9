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
  'routes/main/home': 133300,
  'routes/main/document': 140300,
  'routes/main/document-edit': 141900,
  'routes/main/document-share': 166300,
  'routes/main/document-files': 135000,
  'routes/main/document-activity': 132800,
  'routes/main/document-history': 133800,
  'routes/main/document-export': 132200,
  'routes/main/document-ai': 156500,
  'routes/main/ask': 156100,
  'routes/main/search': 134300,
  'routes/main/starred': 132400,
  'routes/main/shared': 132700,
  'routes/main/inbox': 133100,
  'routes/main/archive': 132800,
  'routes/main/import': 134100,
  'routes/settings/settings': 144200,
  'routes/admin/users': 141300,
  'routes/admin/audit': 133700,
  'routes/admin/token-usage': 159500,
  'routes/admin/test-sentry': 132700,
  'routes/main/api-docs': 133000,
  'routes/main/help-markdown': 132700,
  'routes/oauth/authorize': 136500,
  'routes/main/groups': 140800,
  'routes/main/copy': 132500,
  'routes/main/person': 132700,
  'routes/main/templates': 133100,
  'routes/main/takeout': 132200,
  'routes/admin/groups': 140800,
  'routes/auth/terms': 137200,
  'routes/auth/unsubscribe': 129500,
  'routes/auth/unwatch': 129800,
  'routes/main/not-found': 132200,
  'routes/auth/login': 136900,
  'routes/auth/register': 136800,
  'routes/auth/verify': 159400,
  'routes/auth/second-factor': 142200,
  'routes/auth/forgot-password': 136400,
  'routes/auth/reset-password': 136300,
  'routes/auth/provider': 137000,
  'routes/auth/auth-callback': 136900,
  'routes/auth/link-account': 136500,
  'routes/auth/logout': 129000,
  'routes/auth/preferences': 129000,
};

/** Budgets of scripts that load on demand, in addition to those of their page. */
const LATER: Record<string, { page: string; bytes: number }> = {
  'live-editor': { page: 'routes/main/document-edit', bytes: 211_400 },
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
