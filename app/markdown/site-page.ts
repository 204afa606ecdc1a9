import { escapeHtml } from '#app/markdown/escape-html.ts';
import { beginsWithTitle, STYLE } from '#app/markdown/standalone-page.ts';

export type SiteLink = { title: string; href: string; isHere?: boolean };
/** Localized texts of the pages. */
export type SiteTexts = { search: string; contents: string; noResults: string; inside: string };
type SitePage = {
  title: string;
  lng: string;
  body: string;
  /** Path from the page to the top of the site: '' or '../'. */
  top: string;
  /** Ancestors, siblings and children of the document. */
  path: SiteLink[];
  siblings: SiteLink[];
  children: SiteLink[];
  texts: SiteTexts;
};

const SITE_STYLE = `
body{max-width:64rem;display:grid;grid-template-columns:minmax(0,1fr);gap:0 3rem}
header{margin-bottom:1.5rem}
header ol,nav ul{list-style:none;margin:0;padding:0}
header ol{display:flex;flex-wrap:wrap;gap:.25rem .75rem}
header li+li::before{content:"/ ";opacity:.6}
nav[aria-label]{font-size:.95rem}
nav a{display:block;padding:.2rem 0}
nav a[aria-current]{font-weight:650;text-decoration:none;color:inherit}
nav li ul{padding-left:1rem}
@media(min-width:56rem){body{grid-template-columns:14rem minmax(0,44rem)}header{grid-column:1/-1}}
@media print{nav,header{display:none}body{display:block}}`;

// Images are stored beside the pages, which may be served or opened from disk.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file: https: http:";

const linkOf = ({ title, href, isHere }: SiteLink) =>
  `<a href="${escapeHtml(href)}"${isHere ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>`;
const listOf = (links: SiteLink[]) => `<ul>${links.map((link) => `<li>${linkOf(link)}</li>`).join('')}</ul>`;

/** Renders a document as a page of a static site without scripts. `body` must be sanitised and its links rewritten. */
export function sitePage({ title, lng, body, top, path, siblings, children, texts }: SitePage): string {
  const crumbs = [{ title: texts.contents, href: `${top}index.html` }, ...path];
  const below = children.length > 0 ? `<h2>${escapeHtml(texts.inside)}</h2>${listOf(children)}` : '';
  return shell({
    title,
    lng,
    head: `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    body: `<header><ol>${crumbs.map((link) => `<li>${linkOf(link)}</li>`).join('')}<li>${linkOf({ title: texts.search, href: `${top}search.html` })}</li></ol></header>
<nav aria-label="${escapeHtml(texts.contents)}">${listOf(siblings)}</nav>
<main>${beginsWithTitle(body, title) ? '' : `<h1>${escapeHtml(title)}</h1>\n`}${body}${below}</main>`,
  });
}

export type SiteNode = SiteLink & { children: SiteNode[] };

/** Renders the list of all documents, the site's first page. */
export function siteContents(
  tree: SiteNode[],
  { title, lng, texts }: { title: string; lng: string; texts: SiteTexts },
): string {
  const listed = (nodes: SiteNode[]): string =>
    `<ul>${nodes.map((node) => `<li>${linkOf(node)}${node.children.length > 0 ? listed(node.children) : ''}</li>`).join('')}</ul>`;
  return shell({
    title,
    lng,
    head: `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    body: `<header><ol><li>${linkOf({ title: texts.search, href: 'search.html' })}</li></ol></header>
<main><h1>${escapeHtml(title)}</h1><nav aria-label="${escapeHtml(texts.contents)}">${listed(tree)}</nav></main>`,
  });
}

/** Renders the search page of a site. Its script searches `search-index.js`, served or opened from disk. */
export function siteSearch({ lng, texts }: { lng: string; texts: SiteTexts }): string {
  return shell({
    title: texts.search,
    lng,
    head: '<script defer src="search-index.js"></script><script defer src="search.js"></script>',
    body: `<header><ol><li>${linkOf({ title: texts.contents, href: 'index.html' })}</li></ol></header>
<main><h1>${escapeHtml(texts.search)}</h1><p><label>${escapeHtml(texts.search)} <input type="search" id="words" autofocus></label></p>
<p role="status" id="none" hidden>${escapeHtml(texts.noResults)}</p><ol id="hits"></ol></main>`,
  });
}

/**
 * Returns the script of the search page: finds pages with all words in title or text, those with a word in their title
 * first. `variants` holds pairs of characters; the first of a pair counts as the second.
 */
export const siteSearchScript = (variants: string) => `"use strict";
const characters = [...${JSON.stringify(variants)}];
const variants = new Map(characters.flatMap((character, at) => (at % 2 ? [] : [[character, characters[at + 1]]])));
const plain = (text) => text.normalize("NFKD").replace(/\\p{M}/gu, "").toLowerCase();
const fold = (text) => plain(text).replace(/\\p{Script=Han}/gu, (character) => variants.get(character) ?? character);
const pages = window.arborPages.map((page) => ({ ...page, inTitle: fold(page.title), inText: fold(page.text) }));
const [words, hits, none] = ["words", "hits", "none"].map((id) => document.getElementById(id));
function look() {
  const wanted = fold(words.value).split(/\\s+/).filter(Boolean);
  const fits = (page) => wanted.every((word) => page.inTitle.includes(word) || page.inText.includes(word));
  const rank = (page) => wanted.filter((word) => page.inTitle.includes(word)).length;
  const found = wanted.length ? pages.filter(fits).sort((a, b) => rank(b) - rank(a)).slice(0, 100) : [];
  hits.replaceChildren(...found.map((page) => {
    const [item, link, text] = ["li", "a", "p"].map((name) => document.createElement(name));
    link.href = page.href;
    link.textContent = page.title;
    const at = Math.max(0, page.inText.indexOf(wanted[0]) - 60);
    text.textContent = page.text.slice(at, at + 200);
    item.append(link, text);
    return item;
  }));
  none.hidden = !wanted.length || found.length > 0;
}
words.addEventListener("input", look);
look();
`;

function shell({ title, lng, head, body }: { title: string; lng: string; head: string; body: string }): string {
  return `<!doctype html>
<html lang="${escapeHtml(lng)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
${head}
<title>${escapeHtml(title)}</title>
<style>
${STYLE}${SITE_STYLE}
</style>
</head>
<body>
${body}
</body>
</html>
`;
}
