import { it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { beginWriting, closeWriter, openWriter, type Writer, waitForStored } from '#tests/e2e/writer.ts';
import { makeDocument } from '#tests/support/people.ts';

const stage = setStage();

async function openCopier(content = ''): Promise<Writer> {
  const writer = await openWriter(stage, content);
  await writer.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  return writer;
}

/** Creates a document, opens it to read and copies what `select` selects in the page; all of the text by default. */
async function copyFrom({ page, person }: Writer, content: string, select = 'selectAll'): Promise<string> {
  const { id } = await makeDocument(person, { title: 'Source', content });
  await page.goto(new URL(`/doc/${id}`, page.url()).href);
  await page.locator('html[data-scripts="ready"]').waitFor();
  const aids = page.waitForResponse(/\/assets\/reading-aids/).catch(() => null);
  await page.mouse.move(300, 300);
  await page.mouse.move(320, 320);
  await aids;
  await page.evaluate((selector) => {
    const prose = document.querySelector('.prose')!;
    const [first, last] =
      selector === 'selectAll' ? [prose, prose] : selector.split(' … ').map((one) => prose.querySelector(one)!);
    const texts = (of: Element) => {
      const walker = document.createTreeWalker(of, NodeFilter.SHOW_TEXT, (text) => (text.nodeValue?.trim() ? 1 : 2));
      const found: Node[] = [];
      while (walker.nextNode()) found.push(walker.currentNode);
      return found;
    };
    if (selector === 'selectAll') getSelection()!.selectAllChildren(prose);
    else {
      const [from, to] = [texts(first!)[0]!, texts(last!).at(-1)!];
      getSelection()!.setBaseAndExtent(from, 0, to, to.nodeValue!.length);
    }
  }, select);
  await page.keyboard.press('Control+c');
  return id;
}

/** Pastes in a new document. */
async function pasteInto(writer: Writer, content = ''): Promise<Writer> {
  const { page, person } = writer;
  const { id } = await makeDocument(person, { title: 'Target', content });
  const text = await beginWriting(page, new URL(`/doc/${id}`, page.url()).href);
  await text.press('Control+End');
  await page.keyboard.press('Control+v');
  return { ...writer, docId: id };
}

const TOGGLE = '<details><summary>Question <b>one</b></summary>\n\nAnswer **bold**\n\n- item\n\n</details>';
const TASKS = '- [ ] dig\n- [x] sow\n  - [x] peas';
const TIP = '> [!TIP]\n> Words *here*\n>\n> more';
const CODE = '```js\nconst a = 1;\n\n  b();\n```';
const TABLE = '| a       |      b |\n| :------ | -----: |\n| **x**   |    `y` |\n| $\\|z\\|$ | 1<br>2 |';
const ARTICLE = [
  '# Head',
  'See [other](/doc/cabc#part "Title"), [below](#第二), a [file](/api/files/cabc), ~~gone~~, **bold *both*** and\\\nnext.',
  '## 第二',
  TASKS,
  TIP,
  '> [!WARNING]\n>\n> - in a list',
  '> quote\n>\n> > inner',
  '$$\nx^2 + \\frac{1}{2}\n$$',
  'Inline $a_b$ and $$x$$2, H<sub>2</sub>O and <mark>marked</mark>.',
  TOGGLE,
  '<details open><summary>Open</summary>\n\nShown\n\n<details><summary>Inner</summary>\n\nDeep\n\n</details>\n\n</details>',
  CODE,
  '```\nplain\n```',
  TABLE,
  '1. one\n   - nested\n     - deeper\n2. two',
  '- loose\n\n  more\n\n- item',
  'A note[^1] and https://example.com/x, again[^2].',
  '![a cat](/api/files/cabd)',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  '---',
  'End',
  '[^1]: The *note*.\n\n    Its second paragraph.',
  '[^2]: Other.',
].join('\n\n');

it('a whole text that is copied from its page is pasted as its Markdown', async () => {
  const writer = await openCopier();
  await copyFrom(writer, ARTICLE);
  await waitForStored(await pasteInto(writer), ARTICLE);
  for (const source of [TOGGLE, TASKS, TIP, '$$\nx\n$$', '$y$', '## Head', CODE, '> a\n>\n> b']) {
    await copyFrom(writer, source);
    await waitForStored(await pasteInto(writer), source);
  }
  await closeWriter(writer);
});

const PARTS: [source: string, selected: string, pasted: string][] = [
  [TASKS, 'li:nth-child(2) … li li', '- [x] sow\n  - [x] peas'],
  [`a\n\n${TIP}\n\nb`, '.alert … .alert', TIP],
  ['## H\n\np\n\nq', 'h2 … p', '## H\n\np'],
  [`a\n\n${TOGGLE}\n\nb`, ':scope > p … :scope > p:last-child', `a\n\n${TOGGLE}\n\nb`],
  ['a\n\nb[^1]\n\nc\n\n[^1]: Note', 'p … p:nth-of-type(2)', 'a\n\nb[^2]\n\n[^2]: Note'],
  ['a\n\nb[^é.1]\n\nc\n\n[^é.1]: Note', 'p … p:nth-of-type(2)', 'a\n\nb[^2]\n\n[^2]: Note'],
];

it('parts of a text keep the elements that they fill, and footnotes get labels of their own', async () => {
  const writer = await openCopier();
  for (const [source, selected, pasted] of PARTS) {
    await copyFrom(writer, source, selected);
    const before = pasted.includes('[^') ? 'Old[^1]\n\n[^1]: Own\n\n' : '';
    await waitForStored(await pasteInto(writer, before), before + pasted);
  }
  await closeWriter(writer);
});
