import type { Element, Nodes } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';
import { xssPayloads } from '#tests/support/xss-payloads.ts';

const FORBIDDEN = new Set(
  (
    'applet area audio base bgsound body button dialog embed form frame frameset head html iframe isindex keygen layer ' +
    'link map marquee math meta noembed noframes noscript object option output plaintext portal script select slot ' +
    'source style svg template textarea title video xmp'
  ).split(' '),
);
const FORBIDDEN_PROPERTIES = new Set(
  (
    'action background cite data dynSrc form formAction href-lang lowSrc longDesc nonce ping popover poster slot srcDoc ' +
    'srcSet style target useMap xLinkHref'
  ).split(' '),
);
const OWN_ID = /^(?:h-|user-content-)/;
const htmlParser = unified().use(rehypeParse, { fragment: true }).freeze();

/** As browsers do it: blanks and controls are dropped before the scheme is read. */
function isSafeUrl(url: string): boolean {
  try {
    return ['http:', 'https:', 'mailto:'].includes(new URL(url, 'https://arbor.example/doc/x').protocol);
  } catch {
    return true;
  }
}

function faultsOf({ tagName, properties }: Element): string[] {
  const faults = FORBIDDEN.has(tagName) ? [`<${tagName}>`] : [];
  for (const [name, value] of Object.entries(properties)) {
    if (/^on/i.test(name) || FORBIDDEN_PROPERTIES.has(name)) faults.push(`${tagName} ${name}`);
    if ((name === 'href' || name === 'src') && !isSafeUrl(String(value))) faults.push(`${name}=${value}`);
    if ((name === 'id' || name === 'name') && !OWN_ID.test(String(value))) faults.push(`${name}=${value}`);
  }
  if (tagName === 'input' && (properties.type !== 'checkbox' || properties.disabled !== true)) faults.push('input');
  return faults;
}

function faultsIn(html: string): string[] {
  const faults: string[] = [];
  visit(htmlParser.parse(html) as Nodes, (node) => {
    if (node.type === 'element') faults.push(...faultsOf(node));
    if (node.type === 'comment' || node.type === 'doctype') faults.push(node.type);
  });
  return faults;
}

describe('F1: hostile Markdown', () => {
  it('is tried in at least 150 forms', () => {
    expect(new Set(xssPayloads).size).toBeGreaterThanOrEqual(150);
  });

  it('is recognised by this test when it gets through', () => {
    expect(faultsIn('<svg onload=x><a href="java\tscript:x" id=cookie style=x>').length).toBeGreaterThanOrEqual(4);
  });

  for (const payload of xssPayloads) {
    it(`comes to nothing: ${JSON.stringify(payload)}`, () => {
      expect(faultsIn(renderMarkdown(payload).html)).toEqual([]);
    });
  }

  it('comes to nothing when all of it stands in one document', () => {
    for (const order of [xssPayloads, xssPayloads.toReversed()]) {
      expect(faultsIn(renderMarkdown(order.join('\n\n')).html)).toEqual([]);
    }
  });

  it('comes to nothing inside of quotes, lists and tables', () => {
    for (const payload of xssPayloads) {
      const line = payload.replaceAll('\n', ' ');
      const nested = `> - ${line}\n\n|a|b|\n|-|-|\n|${line}|x|\n\n<div>${line}\n\n</div>`;
      expect(faultsIn(renderMarkdown(nested).html), payload).toEqual([]);
    }
  });

  it('stays nothing when the output is rendered once more', () => {
    for (const payload of xssPayloads) {
      const { html } = renderMarkdown(payload);
      expect(faultsIn(renderMarkdown(html).html), payload).toEqual([]);
    }
  });
});
