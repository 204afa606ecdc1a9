import { expect, test } from 'vitest';
import { arrangeFolder, type Branch } from '#app/services/transfer/import/arrange-folder.ts';
import { planImport } from '#app/services/transfer/import/plan-import.ts';
import { readImportedText } from '#app/services/transfer/sources/read-imported-text.ts';
import type { SourceText } from '#app/services/transfer/sources/source-text.ts';

const read = (path: string, text = '') => readImportedText(path, Buffer.from(text)) as SourceText;
type Names = [string, ...Names[]];
const namesOf = ({ name, text, children }: Branch): Names => [text?.title || name, ...children.map(namesOf)];
const ID = '0123456789abcdef0123456789abcdef';

test('siblings stand in the natural order of their names, folders among files', async () => {
  const paths = ['10 ten.md', '2 two.md', '1 one/a.md', '9 nine/x.md'];
  const top = await arrangeFolder(
    'notes',
    '',
    paths.map((path) => read(path)),
    { joinsPages: false },
  );
  expect(top.children.map(({ name }) => name)).toEqual(['1 one', '2 two', '9 nine', '10 ten']);
});

test('a head of ours gives title and icon and goes; what does not fit in it counts as absent', async () => {
  const head = (title: string, icon: string) =>
    `---\narbor: 1\ntitle: ${JSON.stringify(title)}\nicon: ${JSON.stringify(icon)}\n---\n# Heading`;
  const texts = [read('1.md', head('Beds', '🌱')), read('2.md', head(' ', 'far too long to be an icon at all'))];
  const branches = [await arrangeFolder('notes', '', texts, { joinsPages: false })];
  expect((await planImport([{ top: '', branches }], null)).documents.slice(1)).toMatchObject([
    { title: 'Beds', icon: '🌱', content: '# Heading' },
    { title: 'Heading', icon: null, content: '# Heading' },
  ]);
});

test('a folder’s own text is its index.md, else its README.md, in any case', async () => {
  const texts = [read('a/README.md', '# Readme'), read('a/Index.MD', '# Index'), read('b/readme.md', '# Read')];
  expect(namesOf(await arrangeFolder('notes', '', texts, { joinsPages: true }))).toEqual([
    'notes',
    ['Index', ['Readme']],
    ['Read'],
  ]);
});

test('Notion: numbers behind names go, subpages lie in their page, a database is a table with its rows below', async () => {
  const texts = [
    read(`Garden ${ID}.md`, 'Text'),
    read(`Garden ${ID}/Beds ${ID}.md`, 'Text'),
    read(`Garden/Tools ${ID}.csv`, 'Name,Count\nSpade,"2, or ""3"""\n'),
    read(`Garden/Tools ${ID}_all.csv`, 'Name,Count\nSpade,"2, or ""3"""\nHoe|Rake,1\n'),
    read(`Garden/Tools/Spade ${ID}.md`, 'Text'),
  ];
  const top = await arrangeFolder('Export', '', texts, { joinsPages: true });
  const [page] = top.children;
  expect(namesOf(top)).toContainEqual(['Garden', ['Beds']]);
  expect(page!.text!.content).toBe('Text');
  const tools = (await arrangeFolder('Garden', 'Garden', texts.slice(2), { joinsPages: true })).children;
  expect(tools.map(namesOf)).toEqual([['Tools', ['Spade']]]);
  expect(tools[0]!.text!.content).toBe('| Name | Count |\n| --- | --- |\n| Spade | 2, or "3" |\n| Hoe\\|Rake | 1 |\n');
});

test('Outline: a page and the folder of its name are one document', async () => {
  const texts = [
    read('Handbook/Start.md', 'S'),
    read('Handbook/Start/First day.md', 'F'),
    read('Handbook/Zoo.md', 'Z'),
  ];
  expect(namesOf(await arrangeFolder('export', '', texts, { joinsPages: true }))).toEqual([
    'export',
    ['Handbook', ['Start', ['First day']], ['Zoo']],
  ]);
  expect(namesOf(await arrangeFolder('export', '', texts, { joinsPages: false })).at(-1)).toEqual([
    'Handbook',
    ['Start'],
    ['Start', ['First day']],
    ['Zoo'],
  ]);
});
