import { expect, test } from 'vitest';
import type { MarkdownFolder } from '#app/adapters/folder-reader.ts';
import { planImport } from '#app/services/transfer/plan-import.ts';

const file = (path: string, text = '') => ({ name: path.split('/').at(-1)!, path, text });
const folder = (path: string, content: Partial<MarkdownFolder> = {}): MarkdownFolder => ({
  name: path.split('/').at(-1)!,
  path,
  index: null,
  files: [],
  folders: [],
  ...content,
});

test('siblings stand in the natural order of their names, folders among files', () => {
  const plan = planImport(
    folder('', {
      files: [file('10 ten.md'), file('2 two.md')],
      folders: [folder('1 one', { files: [file('1 one/a.md')] }), folder('9 nine')],
    }),
    null,
  );
  const [top] = plan.documents;
  const children = plan.documents.filter(({ parentId }) => parentId === top!.id);
  expect(children.map(({ title }) => title)).toEqual(['1 one', '2 two', '9 nine', '10 ten']);
});

test('a head of ours gives title and icon and goes; what does not fit in it counts as absent', () => {
  const head = (title: string, icon: string) =>
    `---\narbor: 1\ntitle: ${JSON.stringify(title)}\nicon: ${JSON.stringify(icon)}\n---\n# Heading`;
  const plan = planImport(
    folder('', {
      files: [file('1.md', head('Beds', '🌱')), file('2.md', head(' ', 'far too long to be an icon at all'))],
    }),
    null,
  );
  expect(plan.documents.slice(1)).toMatchObject([
    { title: 'Beds', icon: '🌱', content: '# Heading' },
    { title: 'Heading', icon: null, content: '# Heading' },
  ]);
});
