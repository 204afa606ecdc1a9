import type { Attack } from '#tests/stall/attack.ts';
import type { Client } from '#tests/support/client.ts';
import { makeDocument } from '#tests/support/people.ts';

const each = (count: number, write: (nth: number) => string) => Array.from({ length: count }, (_, nth) => write(nth));

/** Long texts of which a page shows more than the text itself: contents, tasks, links, people, cards. */
const LONG_TEXTS: Record<string, string> = {
  'headings, 20,000': each(20_000, (nth) => `## Heading ${nth}\n\n`).join(''),
  'headings of one name, 20,000': '## Same\n\n'.repeat(20_000),
  'tasks, 20,000': each(20_000, (nth) => `- [ ] task ${nth}\n`).join(''),
  'links to documents, 10,000': each(10_000, (nth) => `[a](/doc/ckl${String(nth).padStart(22, '0')}) `).join(''),
  'people, 10,000': each(10_000, (nth) => `[@a](/people/ckl${String(nth).padStart(22, '0')}) `).join(''),
  'cards, 5,000': each(5_000, (nth) => `https://www.youtube.com/watch?v=${String(nth).padStart(11, '0')}\n\n`).join(''),
  'pictures, 10,000': each(10_000, (nth) => `![](https://example.com/${nth}.png)\n`).join(''),
  'folded parts, 5,000': '<details><summary>a</summary>\n\nb\n\n</details>\n\n'.repeat(5_000),
  'code of ten kinds, 5,000': each(
    5_000,
    (nth) => `\`\`\`${['js', 'ts', 'py', 'go'][nth % 4]}\na = ${nth}\n\`\`\`\n`,
  ).join('\n'),
  'footnotes, 5,000': each(5_000, (nth) => `a[^${nth}]\n\n[^${nth}]: b\n\n`).join(''),
  'tables, 3,000': '| a | b |\n|---|---|\n| c | d |\n\n'.repeat(3_000),
  'formulas, 5,000': each(5_000, (nth) => `$$\nx_{${nth}}\n$$\n\n`).join(''),
};

/** Opens long texts in each way a person can. */
export function readings(person: Client): Attack[] {
  return Object.entries(LONG_TEXTS).flatMap(([name, content]) => {
    let document = { id: '', version: 0 };
    const prepare = async () => {
      if (document.id === '') document = await makeDocument(person, { content });
    };
    const reading = (way: string, run: () => Promise<unknown>): Attack => ({
      kind: 'reading',
      name: `${name}: ${way}`,
      prepare,
      run,
    });
    const page = (path: string) => () => person.page.get(`/doc/${document.id}${path}`);
    return [
      reading('page', page('')),
      reading('data of the page', () => person.page.get(`/doc/${document.id}.data`)),
      reading('editor', page('/edit')),
      reading('print as HTML', page('/export?format=html')),
      reading('one task more', () =>
        person.api.patch(`/api/documents/${document.id}`, { content: `${content}\n- [ ] more` }),
      ),
      reading('page after a save', page('')),
      reading('comparison', async () => {
        const { body } = await person.api.get(`/api/documents/${document.id}/revisions`);
        const [newest, oldest] = [body.data.items?.[0] ?? body.data[0], body.data.items?.at(-1) ?? body.data.at(-1)];
        await person.page.get(`/doc/${document.id}/history?from=${oldest.id}&to=${newest.id}`);
      }),
    ];
  });
}
