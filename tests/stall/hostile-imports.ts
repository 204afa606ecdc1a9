import { buildWordFile, heading, paragraph } from '#tests/support/word-file.ts';
import { buildZip } from '#tests/support/zip.ts';

const fill = (piece: string, units: number) => piece.repeat(Math.ceil(units / piece.length)).slice(0, units);
const each = (count: number, write: (nth: number) => string) => Array.from({ length: count }, (_, nth) => write(nth));

/** UTF-16 units of the longest text, below the limit of a document. */
const LONG = 1_200_000;
/** Files of an archive, below the limit of an import. */
const MANY = 9_000;
const FEW = 2_000;

type Named = { name: string; bytes: () => string | Buffer };
type Files = [path: string, text: string][];

const zip = (files: Files) => buildZip(files.map(([path, text]) => ({ path, text })));
const vault = (text: string) =>
  zip([
    ['V/a.md', text],
    ['V/b.md', 'b'],
    ['V/c.png', 'c'],
  ]);

/** GB18030 bytes of 文档, repeated. */
const GB18030 = Buffer.from([0xce, 0xc4, 0xb5, 0xb5]);
/** Begins a file that Arbor exported, with its parent's file. */
const exported = (nth: number, parent: string | null) =>
  ['---', 'arbor: 1', `id: "${nth}"`, `title: "${nth}"`, 'icon: null', 'isStarred: false']
    .concat(parent === null ? [] : [`parent: "${parent}"`])
    .concat(['createdAt: "2024-01-01T00:00:00Z"', 'updatedAt: "2024-01-01T00:00:00Z"', '---', 'x'])
    .join('\n');
const deep = (nth: number) => `${each(60, (level) => `folder ${level} ${nth % 7}`).join('/')}/${nth}.md`;

/** Worst known files to import, each near a limit. */
export const HOSTILE_IMPORTS: Record<string, Named> = {
  'links in double brackets to nothing': { name: 'v.zip', bytes: () => vault(fill('[[x]] ', LONG)) },
  'links in double brackets to a note': { name: 'v.zip', bytes: () => vault(fill('[[b]]\n', LONG)) },
  'embeds by path': { name: 'v.zip', bytes: () => vault(fill('![[../V/./c.png|9]]\n', LONG)) },
  'double brackets and code marks': { name: 'v.zip', bytes: () => vault(fill('[[b]]`', LONG)) },
  'Markdown links to nothing': { name: 'v.zip', bytes: () => vault(fill('[a](x.md) ', LONG)) },
  'Markdown links to a note': { name: 'v.zip', bytes: () => vault(fill('[a](b.md)\n', LONG)) },
  'addresses in tags': { name: 'v.zip', bytes: () => vault(fill('<img src=x.png>', LONG)) },
  callouts: { name: 'v.zip', bytes: () => vault(fill('> [!tip]- x\n', LONG)) },
  'many aliases': {
    name: 'v.zip',
    bytes: () => vault(`---\naliases: [${each(20_000, (nth) => `a${nth}`).join(', ')}]\n---\n[[a1]]`),
  },
  'words that occur once': {
    name: 'a.md',
    bytes: () => each(150_000, (nth) => `w${(nth * 7919).toString(26)}q`).join(' '),
  },
  'notes of one folder': {
    name: 'v.zip',
    bytes: () => zip(each(MANY, (nth) => `V/${nth}.md`).map((path) => [path, 'x'])),
  },
  'notes of long names': {
    name: 'v.zip',
    bytes: () => zip(each(FEW, (nth) => `V/${'ä'.repeat(100)} ${nth}.md`).map((path) => [path, `[[${path}]]`])),
  },
  'notes in sixty folders each': { name: 'v.zip', bytes: () => zip(each(FEW, deep).map((path) => [path, '[[1]]'])) },
  'a folder below each folder': {
    name: 'v.zip',
    bytes: () => zip(each(60, (level) => `${'f/'.repeat(level)}index.md`).map((path) => [path, '# f'])),
  },
  'pages each below the one before': {
    name: 'v.zip',
    bytes: () =>
      zip(each(FEW, (nth) => exported(nth, nth ? `${nth - 1}.md` : null)).map((text, nth) => [`${nth}.md`, text])),
  },
  'pages all below the last': {
    name: 'v.zip',
    bytes: () => zip(each(FEW, (nth) => exported(nth, `${FEW - 1}.md`)).map((text, nth) => [`${nth}.md`, text])),
  },
  'files of other kinds': {
    name: 'v.zip',
    bytes: () => zip(each(MANY, (nth) => `${nth}.exe`).map((path) => [path, 'MZ'])),
  },
  'pictures without a text': {
    name: 'v.zip',
    bytes: () => zip(each(FEW, (nth) => `${nth}.png`).map((path) => [path, 'no picture'])),
  },
  'Word, paragraphs': {
    name: 'a.docx',
    bytes: () => buildWordFile({ body: each(30_000, (nth) => paragraph(`Text ${nth}`)).join('') }),
  },
  'Word, nested tables': {
    name: 'a.docx',
    bytes: () =>
      buildWordFile({
        body: `${'<w:tbl><w:tr><w:tc>'.repeat(3_000)}${heading('x')}${'</w:tc></w:tr></w:tbl>'.repeat(3_000)}`,
      }),
  },
  'CSV, rows': { name: 'a.csv', bytes: () => fill('a,b,c,d\n', LONG) },
  'CSV, one row': { name: 'a.csv', bytes: () => fill('a,', LONG) },
  'CSV, open quotes': { name: 'a.csv', bytes: () => fill('"a,\n', LONG) },
  'CSV, signs': { name: 'a.csv', bytes: () => fill('|*_[]<>&,', LONG) },
  GB18030: { name: 'a.txt', bytes: () => Buffer.concat(Array(LONG / 8).fill(GB18030)) },
  'bytes of no encoding': { name: 'a.txt', bytes: () => Buffer.alloc(LONG, Buffer.from([0x81, 0x20, 0xff, 0xa1])) },
  MDX: { name: 'a.mdx', bytes: () => fill('<A b={c}>{d}\n', 200_000) },
};
