// `npm run fonts`: makes app/styles/fonts from the packages of the typefaces. Its results are committed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { ROOT } from './prepare.js';

const range = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');
/** Basic Latin, Latin-1 and common punctuation: the `unicode-range` of app/styles/fonts.css. */
const LATIN = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ıŒœˆ˜–—‘’‚“”„†‡•…‰‹›€™−←→↑↓`;
/** Latin Extended-A without letters that no official language of Europe uses, and the Romanian commas. */
const MORE = [...`${range(0x100, 0x17f)}ȘșȚț`].filter(
  (letter) => !'ĈĉĊċĜĝĠġĤĥĦħĨĩĬĭĲĳĴĵĸĹĺĿŀŉŎŏŔŕŜŝŦŧŬŭŴŵŶŷſ'.includes(letter),
);

const VARIABLE = { wght: { min: 400, max: 700 } };
const REGULAR = { wght: 400 };
/** Kerning, marks and figures of one width for tables. Ligatures in code would hide what is written. */
const FEATURES = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum'];
const FACES = [
  { name: 'sans', from: 'inter/files/inter-latin-wght-normal', axes: VARIABLE },
  { name: 'sans-more', from: 'inter/files/inter-latin-ext-wght-normal', axes: VARIABLE, letters: MORE.join('') },
  { name: 'serif', from: 'source-serif-4/files/source-serif-4-latin-wght-normal', axes: VARIABLE },
  {
    name: 'serif-more',
    from: 'source-serif-4/files/source-serif-4-latin-ext-wght-normal',
    axes: VARIABLE,
    letters: MORE.join(''),
  },
  { name: 'serif-italic', from: 'source-serif-4/files/source-serif-4-latin-wght-italic', axes: REGULAR },
  { name: 'mono', from: 'jetbrains-mono/files/jetbrains-mono-latin-wght-normal', axes: REGULAR },
];

const packages = join(ROOT, 'node_modules/@fontsource-variable');
const folder = join(ROOT, 'app/styles/fonts');
mkdirSync(folder, { recursive: true });
for (const { name, from, axes, letters = LATIN } of FACES) {
  const source = readFileSync(join(packages, `${from}.woff2`));
  const bytes = await subsetFont(source, letters, {
    targetFormat: 'woff2',
    variationAxes: axes,
    keepFeatures: FEATURES,
  });
  writeFileSync(join(folder, `${name}.woff2`), bytes);
  process.stdout.write(`${name}: ${bytes.length} bytes\n`);
}
const licences = [...new Set(FACES.map(({ from }) => from.split('/')[0]))].map((name) =>
  readFileSync(join(packages, name, 'LICENSE'), 'utf8').trim(),
);
writeFileSync(join(ROOT, 'public/fonts-licence.txt'), `${licences.join('\n\n---\n\n')}\n`);
