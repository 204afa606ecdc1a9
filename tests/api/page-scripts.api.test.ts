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
  'routes/main/home': 123100,
  'routes/main/document': 132600,
  'routes/main/document-edit': 132100,
  'routes/main/document-share': 156300,
  'routes/main/document-files': 125200,
  'routes/main/document-activity': 122600,
  'routes/main/document-history': 123600,
  'routes/main/document-export': 122100,
  'routes/main/document-ai': 145000,
  'routes/main/ask': 144500,
  'routes/main/search': 124100,
  'routes/main/starred': 122200,
  'routes/main/shared': 122500,
  'routes/main/inbox': 122900,
  'routes/main/archive': 122600,
  'routes/main/import': 124000,
  'routes/settings/settings': 134400,
  'routes/admin/users': 131000,
  'routes/admin/audit': 123100,
  'routes/admin/token-usage': 149600,
  'routes/admin/test-sentry': 122500,
  'routes/main/api-docs': 122800,
  'routes/main/help-markdown': 122500,
  'routes/oauth/authorize': 125900,
  'routes/main/groups': 130600,
  'routes/main/copy': 122300,
  'routes/main/person': 122500,
  'routes/main/templates': 122900,
  'routes/main/takeout': 122100,
  'routes/admin/groups': 130600,
  'routes/auth/terms': 126600,
  'routes/auth/unsubscribe': 118900,
  'routes/auth/unwatch': 118900,
  'routes/main/not-found': 122100,
  'routes/auth/login': 126300,
  'routes/auth/register': 126200,
  'routes/auth/verify': 148600,
  'routes/auth/second-factor': 130100,
  'routes/auth/forgot-password': 125800,
  'routes/auth/reset-password': 125800,
  'routes/auth/provider': 126400,
  'routes/auth/auth-callback': 126400,
  'routes/auth/link-account': 125900,
  'routes/auth/logout': 118400,
  'routes/auth/preferences': 118400,
};

/** Budgets of scripts that load on demand, in addition to those of their page. */
const LATER: Record<string, { page: string; bytes: number }> = {
  'live-editor': { page: 'routes/main/document-edit', bytes: 237_400 },
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
