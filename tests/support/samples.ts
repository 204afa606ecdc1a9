import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { titleOf } from '#app/markdown/title-of.ts';

export type Sample = { name: string; title: string; content: string };

/** Returns real Chinese Markdown: documentation with front matter, code and tables. */
export function chineseSamples(): Sample[] {
  const folder = join(import.meta.dirname, '../samples/zh');
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
  return names.sort().map((name) => {
    const content = readFileSync(join(folder, name), 'utf8');
    return { name, title: titleOf(content, name), content };
  });
}

/** Returns every Markdown file of a folder except README files; by default those of the repository. */
export function sampleTexts(folder = join(import.meta.dirname, '../samples')): Pick<Sample, 'name' | 'content'>[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.md') && !name.endsWith('README.md'))
    .sort()
    .map((name) => ({ name, content: readFileSync(join(folder, name), 'utf8') }));
}
