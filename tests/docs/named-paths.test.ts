import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = 'app|cli|db|public|scripts|tests|docs';
/** Matches `app/x/y.ts` in code marks or running text; patterns with `{a,b}` or `*` are not looked up. */
const PATH = new RegExp(`(?<![\\w./#@-])(?:${FOLDERS})/[\\w./-]*\\w(?![\\w*{])`, 'g');
const MARKDOWN_LINK = /\]\((?!https?:|#)([^)#\s]+)/g;
const COMMENT = /\/\*\*?[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm;

const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
const documents = tracked.filter((file) => file.endsWith('.md') && !file.startsWith('tests/samples/'));
const sources = tracked.filter(
  (file) => /\.(?:ts|tsx|js|css)$/.test(file) && file !== 'tests/docs/named-paths.test.ts',
);

/** Returns the paths in a text that do not exist. */
const missing = (text: string) => (text.match(PATH) ?? []).filter((path) => !existsSync(join(ROOT, path)));

test.each(documents)('%s names files and folders that exist', (file) => {
  // Code blocks contain examples.
  const text = readFileSync(join(ROOT, file), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  const links = [...text.matchAll(MARKDOWN_LINK)].map(([, target]) => target!);
  const deadLinks = links.filter((target) => !existsSync(join(ROOT, dirname(file), target)));
  // Decision records keep the paths of their time; only their links are checked.
  expect(file.startsWith('docs/decisions/') ? deadLinks : [...deadLinks, ...missing(text)]).toEqual([]);
});

test('comments name files and folders that exist', () => {
  const wrong = sources.flatMap((file) => {
    const comments = readFileSync(join(ROOT, file), 'utf8').match(COMMENT) ?? [];
    return comments.flatMap(missing).map((path) => `${file}: ${path}`);
  });
  expect(wrong).toEqual([]);
});
