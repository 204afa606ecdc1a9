import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeServers } from '#tests/support/api-server.ts';
import { makeDocument, newPerson, visitor } from '#tests/support/people.ts';
import { upload } from '#tests/support/upload.ts';

const APP = join(import.meta.dirname, '../../app');

/** Returns the addresses of all links of a page with an attribute. */
const linksWith = (html: string, attribute: string): string[] =>
  [...html.matchAll(/<a\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => new RegExp(`\\s${attribute}(?=[\\s=>])`).test(tag))
    .map((tag) => /\shref="([^"]+)"/.exec(tag)![1]!.replaceAll('&amp;', '&'));

describeServers('links to files', (server) => {
  test('contract §2: a link that may lead to signing in saves a file by its response, not by the link', async () => {
    const olga = await newPerson(server(), 'olga', { isAdmin: true });
    const { id } = await makeDocument(olga);
    await upload(olga, Buffer.from('Seeds'), { docId: id, fileName: 'seeds.txt', ext: 'txt' });
    const paths = ['/settings', '/admin/audit', '/admin/token-usage', `/doc/${id}`, `/doc/${id}/files`];
    const pages = await Promise.all(paths.map(async (path) => (await olga.page.get(path)).text));
    const files = pages.flatMap((page) => linksWith(page, 'data-file'));
    expect(files.map((path) => path.split('?')[0])).toEqual(
      expect.arrayContaining([
        '/settings/export',
        '/admin/audit.csv',
        '/admin/audit.json',
        '/admin/token-usage.csv',
        `/doc/${id}/export`,
      ]),
    );
    for (const path of files) {
      const { headers } = await olga.page.get(path);
      expect([path, headers.get('Content-Disposition')]).toEqual([
        path,
        expect.stringMatching(/^attachment; filename/),
      ]);
      const outside = await visitor(server()).page.get(path);
      expect(outside.headers.get('Location')).toContain('/login?redirectTo=');
    }
    const saved = pages.flatMap((page) => linksWith(page, 'download'));
    expect(saved).toEqual([expect.stringMatching(/^\/api\/files\//)]);
    for (const path of saved) expect((await visitor(server()).page.get(path)).status).toBe(401);
  });
});

test('only files of the API, which never redirects, are saved by the link', () => {
  const sources = globSync('**/*.tsx', { cwd: APP }).map((path) => readFileSync(join(APP, path), 'utf8'));
  const links = sources.flatMap((source) => source.match(/<a\b(?:[^>{]|\{[^}]*\})*\sdownload(?=[\s=>])/g) ?? []);
  expect(links).toEqual([expect.stringContaining('href={downloadUrl}')]);
});
