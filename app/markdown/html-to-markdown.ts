import type { Root as HastRoot } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import { workOn } from '#app/markdown/bounded-work.ts';
import { takeConfluencePage } from '#app/markdown/foreign/confluence-page.ts';
import { adaptGooglePage } from '#app/markdown/foreign/google-page.ts';
import { NO_FACTS, type PageFacts } from '#app/markdown/foreign/page-facts.ts';
import { markHandlers, placeMarks } from '#app/markdown/inline-marks.ts';
import { flattenCells } from '#app/markdown/table-cells.ts';
import { sanitizeSchema } from '#app/markdown/tree/sanitize-schema.ts';

/** `title` is '' if the page has none. */
export interface HtmlText {
  markdown: string;
  title: string;
  /** True if the page has a title separate from its text. */
  hasOwnTitle: boolean;
  facts: PageFacts;
}

const parser = unified().use(rehypeParse).freeze();
const toMarkdown = unified()
  // The exporter's anchors need no id prefix, as Markdown drops them.
  .use(rehypeSanitize, { ...sanitizeSchema, strip: [...(sanitizeSchema.strip ?? []), 'title'], clobberPrefix: '' })
  .use(() => flattenCells)
  .use(rehypeRemark)
  .use(() => (tree) => placeMarks(tree))
  .freeze();
const writer = unified()
  .use(remarkGfm)
  .use(remarkStringify, { bullet: '-', emphasis: '*', rule: '-', handlers: markHandlers })
  .freeze();

function titleIn(page: HastRoot): string {
  let title = '';
  visit(page, 'element', (element) => {
    if (element.tagName === 'svg') return SKIP;
    if (element.tagName === 'title' && title === '') title = textOf(element).replace(/\s+/g, ' ').trim();
    return undefined;
  });
  return title;
}

/** Restores alert markers, whose bracket the writer escapes. */
const withAlerts = (markdown: string) =>
  markdown.replace(/^((?:> ?)+)\\\[!(NOTE|TIP|WARNING|CAUTION)\]\n(?:>[ \t]*)+\n/gm, '$1[!$2]\n');

/**
 * Converts a page to Markdown: headings, lists, tables, code, links, images and emphasis. Drops scripts, styles, forms
 * and frames, and everything but text and attachments of a Confluence page. Returns null if it is nested too deeply.
 */
export function htmlToMarkdown(html: string): HtmlText | null {
  return workOn(() => {
    const page = parser.parse(html.toWellFormed().replaceAll('\0', '\uFFFD'));
    const title = titleIn(page);
    const confluence = takeConfluencePage(page);
    if (!confluence) adaptGooglePage(page);
    const markdown = withAlerts(writer.stringify(toMarkdown.runSync(page)));
    if (confluence) return { markdown, ...confluence, hasOwnTitle: true };
    return { markdown, title, hasOwnTitle: false, facts: NO_FACTS };
  });
}
