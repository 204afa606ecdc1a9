import { escapeHtml, escapeText } from '#app/markdown/escape-html.ts';

/** Page metadata as plain text. Links resolve against `origin`. */
type PageHead = {
  title: string;
  lng: string;
  origin: string;
  /** True if images are stored beside the page. */
  hasFiles?: boolean;
};

// Formulas use MathML, which browsers draw without KaTeX's style sheet and fonts. The page loads nothing but images, so
// it works offline from a disk, in any HTML viewer.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src https: http:";
/** Style sheet of pages that load no files. */
export const STYLE = `:root{color-scheme:light dark}
body{max-width:44rem;margin:3rem auto;padding:0 1.25rem;font:1.0625rem/1.72 Charter,"Iowan Old Style",Georgia,"Songti SC","Noto Serif SC",serif;overflow-wrap:break-word}
h1,h2,h3,h4,h5,h6{line-height:1.3;margin:1.8em 0 .6em}
body>h1:first-child{margin-top:0}
img,video{max-width:100%;height:auto}
pre{overflow-x:auto;padding:1rem;border:1px solid #8884;border-radius:.5rem;white-space:pre-wrap}
code,kbd,samp{font:.9em/1.5 ui-monospace,Menlo,Consolas,monospace}
blockquote{margin:1em 0;padding-left:1rem;border-left:3px solid #8886}
table{border-collapse:collapse;display:block;overflow-x:auto}
th,td{padding:.35rem .7rem;border:1px solid #8886;text-align:start}
:is(th,td)[align=center]{text-align:center}
:is(th,td)[align=right]{text-align:end}
:is(em,i):lang(zh){font-style:normal;text-emphasis:dot;text-emphasis-position:under}
.task-list-item{list-style:none;margin-left:-1.4em}
.hash,.data-footnote-backref,.anchor{text-decoration:none}
.katex-html{display:none}
.math-block{overflow-x:auto;text-align:center}
.alert{margin:1em 0;padding:.6rem 1rem;border-left:3px solid #888}
.alert>*{margin:.4em 0}
.alert-title{font-weight:650}
.alert-note{border-color:#3b78b5}.alert-tip{border-color:#3f8f5f}.alert-important{border-color:#9a4fb0}.alert-warning{border-color:#b07d20}.alert-caution{border-color:#c0454f}
.hljs-comment,.hljs-quote{font-style:italic;opacity:.7}
.hljs-keyword,.hljs-selector-tag,.hljs-literal{color:light-dark(#7a3e9d,#cf9fe8)}
.hljs-string,.hljs-regexp,.hljs-addition{color:light-dark(#2f7a4d,#86d0a0)}
.hljs-number,.hljs-attr,.hljs-attribute,.hljs-symbol{color:light-dark(#8a5a10,#e0b568)}
.hljs-title,.hljs-section,.hljs-name,.hljs-built_in,.hljs-type{color:light-dark(#2b62a0,#8cb9ea)}
.hljs-deletion,.hljs-variable{color:light-dark(#a8323c,#ee9aa0)}
@media print{body{max-width:none;margin:0;font-size:11pt}pre,table,img{break-inside:avoid}h1,h2,h3{break-after:avoid}a{color:inherit}}`;

/** Renders a document as one HTML file without scripts. `body` must be sanitised; everything else is escaped here. */
export function standalonePage(body: string, { title, lng, origin, hasFiles = false }: PageHead): string {
  return `<!doctype html>
<html lang="${escapeHtml(lng)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}${hasFiles ? ' file:' : ''}">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>
${STYLE}
</style>
</head>
<body>
${beginsWithTitle(body, title) ? '' : `<h1>${escapeHtml(title)}</h1>\n`}${withOrigin(body, origin)}
</body>
</html>
`;
}

/** Tests whether a text begins with its title, to avoid showing it twice. */
export function beginsWithTitle(html: string, title: string): boolean {
  const heading = /^\s*<h1[^<>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '';
  return heading.replace(/<[^<>]*>/g, '').trim() === escapeText(title);
}

/** Makes links within the site absolute. Sanitised HTML has one attribute syntax. */
function withOrigin(html: string, origin: string): string {
  return html.replace(/(<[^<>]*? (?:href|src)=")\/(?!\/)/g, (_, before: string) => `${before}${escapeHtml(origin)}/`);
}
