import type { Root as HastRoot } from 'hast';
import type { Nodes, Root } from 'mdast';
import rehypeRaw from 'rehype-raw';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

const converter = unified()
  .use(remarkRehype, {
    allowDangerousHtml: true,
    // Sanitising puts the prefix before all ids, these included.
    clobberPrefix: '',
    footnoteBackLabel: (reference, again) => `↩ ${reference + 1}${again > 1 ? `-${again}` : ''}`,
  })
  .freeze();
const rawParser = unified().use(rehypeRaw).freeze();

export function containsHtml(node: Nodes): boolean {
  return node.type === 'html' || ('children' in node && node.children.some(containsHtml));
}

/** The tree of the HTML that a text means, with whatever the author put into it. */
export function toHtmlTree(tree: Root): HastRoot {
  // Parsing HTML anew costs a tenth of the whole and most documents have none.
  const hasHtml = containsHtml(tree);
  const html: HastRoot = converter.runSync(tree);
  return hasHtml ? rawParser.runSync(html) : html;
}
