import { expect, test } from 'vitest';
import { mdxToMarkdown } from '#app/markdown/foreign/mdx.ts';

test('what a program reads is kept and not shown; components and code stay', () => {
  const source = [
    "import { Chart } from '../chart.tsx';",
    'export const year = 2024;',
    '',
    '# Title {/* a note */}',
    '',
    'import taxes are text. <Chart year={year} />',
    '',
    '```js',
    "import a from 'a';",
    '{/* code */}',
    '```',
  ].join('\n');
  expect(mdxToMarkdown(source).split('\n')).toEqual([
    '<!--',
    "import { Chart } from '../chart.tsx';",
    'export const year = 2024;',
    '-->',
    '',
    '# Title <!-- a note -->',
    '',
    'import taxes are text. <Chart year={year} />',
    '',
    '```js',
    "import a from 'a';",
    '{/* code */}',
    '```',
  ]);
});
