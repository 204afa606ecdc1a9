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
  'routes/main/home': 132400,
  'routes/main/document': 139500,
  'routes/main/document-edit': 140600,
  'routes/main/document-share': 165300,
  'routes/main/document-files': 134100,
  'routes/main/document-activity': 131900,
  'routes/main/document-history': 133000,
  'routes/main/document-export': 131400,
  'routes/main/document-ai': 155600,
  'routes/main/ask': 155200,
  'routes/main/search': 133400,
  'routes/main/starred': 131500,
  'routes/main/shared': 131800,
  'routes/main/inbox': 132200,
  'routes/main/archive': 132000,
  'routes/main/import': 133200,
  'routes/settings/settings': 142900,
  'routes/admin/users': 140300,
  'routes/admin/audit': 133200,
  'routes/admin/token-usage': 158600,
  'routes/admin/test-sentry': 131800,
  'routes/main/api-docs': 132100,
  'routes/main/help-markdown': 131800,
  'routes/oauth/authorize': 135700,
  'routes/main/groups': 139900,
  'routes/main/copy': 131600,
  'routes/main/person': 131800,
  'routes/main/templates': 132200,
  'routes/main/takeout': 131400,
  'routes/admin/groups': 139900,
  'routes/auth/unsubscribe': 128600,
  'routes/main/not-found': 131400,
  'routes/auth/login': 136000,
  'routes/auth/register': 135700,
  'routes/auth/verify': 158900,
  'routes/auth/second-factor': 141700,
  'routes/auth/forgot-password': 135500,
  'routes/auth/reset-password': 135500,
  'routes/auth/provider': 136100,
  'routes/auth/auth-callback': 136100,
  'routes/auth/link-account': 135600,
  'routes/auth/logout': 128100,
  'routes/auth/preferences': 128100,
};

/** Budgets of scripts that load on demand, in addition to those of their page. */
const LATER: Record<string, { page: string; bytes: number }> = {
  'live-editor': { page: 'routes/main/document-edit', bytes: 206_400 },
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
