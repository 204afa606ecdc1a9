import type { Element, Nodes } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
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
const OWN_ID = /^(?:h-|user-content-|task-\d+$)/;
/** Styles written by KaTeX: numbers with a unit, and colours. */
const FORMULA_STYLE = /^(?:[a-z-]+:(?:-?[\d.]+(?:em|%)?|#[\da-f]{3,8}|[a-z]+);)+$/;
const MATHML = /^(?:math|semantics|annotation|m[a-z]+)$/;
const htmlParser = unified().use(rehypeParse, { fragment: true }).freeze();

/** Like browsers, ignores blanks and control characters before the scheme. */
function isSafeUrl(url: string): boolean {
  try {
    return ['http:', 'https:', 'mailto:'].includes(new URL(url, 'https://arbor.example/doc/x').protocol);
  } catch {
    return true;
  }
}

function faultsOf({ tagName, properties }: Element, inFormula: boolean): string[] {
  const faults = FORBIDDEN.has(tagName) && !(inFormula && MATHML.test(tagName)) ? [`<${tagName}>`] : [];
  for (const [name, value] of Object.entries(properties)) {
    const isFormulaStyle = inFormula && name === 'style' && FORMULA_STYLE.test(String(value));
    if (/^on/i.test(name) || (FORBIDDEN_PROPERTIES.has(name) && !isFormulaStyle)) faults.push(`${tagName} ${name}`);
    if ((name === 'href' || name === 'src') && !isSafeUrl(String(value))) faults.push(`${name}=${value}`);
    if ((name === 'id' || name === 'name') && !OWN_ID.test(String(value))) faults.push(`${name}=${value}`);
  }
  if (tagName === 'input' && (properties.type !== 'checkbox' || properties.disabled !== true)) faults.push('input');
  return faults;
}

function faultsIn(html: string): string[] {
  const faults: string[] = [];
  const walk = (node: Nodes, inFormula: boolean) => {
    const isFormula = node.type === 'element' && [node.properties.className].flat().includes('katex');
    if (node.type === 'element') faults.push(...faultsOf(node, inFormula || isFormula));
    if (node.type === 'comment' || node.type === 'doctype') faults.push(node.type);
    if ('children' in node) for (const child of node.children) walk(child, inFormula || isFormula);
  };
  walk(htmlParser.parse(html) as Nodes, false);
  return faults;
}

describe('F1: hostile Markdown', () => {
  it('brings none of the classes and marks that the renderer and the page add themselves', () => {
    const forged = [
      '<span class="katex" style="position:fixed">x</span>',
      '<p class="alert-title" data-alert="note">x</p>',
      '<ul><li class="task-list-item"><input type="checkbox" disabled class="task-checkbox" data-task="0" aria-labelledby="task-0"></li></ul>',
      '<i title=\'<input type="checkbox" disabled class="task-checkbox" data-task="0" aria-labelledby="task-0">\'>x</i>',
      '<code class="hljs-keyword language-x">x</code>',
    ];
    const { html } = renderMarkdown(forged.join('\n\n'));
    expect(html).not.toMatch(/katex|data-alert="|data-task="|hljs|class="task-checkbox" data/);
  });

  it('is tried in at least 150 forms', () => {
    expect(new Set(xssPayloads).size).toBeGreaterThanOrEqual(150);
  });

  it('is recognised by this test when it gets through', () => {
    expect(faultsIn('<svg onload=x><a href="java\tscript:x" id=cookie style=x>').length).toBeGreaterThanOrEqual(4);
    expect(faultsIn('<b class=katex><i style="position:fixed" onclick=x><script></script>').length).toBe(3);
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
