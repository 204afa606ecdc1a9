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
  'routes/main/home': 122300,
  'routes/main/document': 131800,
  'routes/main/document-edit': 131200,
  'routes/main/document-share': 155400,
  'routes/main/document-files': 124300,
  'routes/main/document-activity': 121800,
  'routes/main/document-history': 122800,
  'routes/main/document-export': 121300,
  'routes/main/document-ai': 144800,
  'routes/main/ask': 144300,
  'routes/main/search': 123300,
  'routes/main/starred': 121400,
  'routes/main/shared': 121700,
  'routes/main/inbox': 122100,
  'routes/main/archive': 121800,
  'routes/main/import': 123100,
  'routes/settings/settings': 133600,
  'routes/admin/users': 130300,
  'routes/admin/audit': 122300,
  'routes/admin/token-usage': 148600,
  'routes/admin/test-sentry': 121700,
  'routes/main/api-docs': 122000,
  'routes/main/help-markdown': 121700,
  'routes/oauth/authorize': 125200,
  'routes/main/groups': 129800,
  'routes/main/copy': 121500,
  'routes/main/person': 121700,
  'routes/main/templates': 122100,
  'routes/main/takeout': 121300,
  'routes/admin/groups': 129800,
  'routes/auth/terms': 125800,
  'routes/auth/unsubscribe': 118100,
  'routes/auth/unwatch': 118100,
  'routes/main/not-found': 121300,
  'routes/auth/login': 125600,
  'routes/auth/register': 125500,
  'routes/auth/verify': 147800,
  'routes/auth/second-factor': 129900,
  'routes/auth/forgot-password': 125000,
  'routes/auth/reset-password': 125000,
  'routes/auth/provider': 125700,
  'routes/auth/auth-callback': 125600,
  'routes/auth/link-account': 125100,
  'routes/auth/logout': 117600,
  'routes/auth/preferences': 117600,
};

/** Budgets of scripts that load on demand, in addition to those of their page. */
const LATER: Record<string, { page: string; bytes: number }> = {
  'live-editor': { page: 'routes/main/document-edit', bytes: 235_400 },
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
