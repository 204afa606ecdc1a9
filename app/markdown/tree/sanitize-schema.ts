import type { Options as Schema } from 'rehype-sanitize';

/**
 * Prefix of every author-defined id and name, so that none shadows a property of the window, the page or a form.
 * Headings get `HEADING_PREFIX` instead, after sanitising.
 */
export const FOREIGN_PREFIX = 'user-content-';

/** Allowed schemes. Sanitising compares them case-sensitively, but autolinks may be in capitals. */
const web = ['http', 'https', 'HTTP', 'HTTPS', 'Http', 'Https'];
const mail = ['mailto', 'MAILTO', 'Mailto'];

const blocks =
  'address article aside blockquote center dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6';
const moreBlocks = 'header hr li ol p pre section summary table caption colgroup col tbody td tfoot th thead tr ul';
const inline = 'a abbr b bdi bdo big br cite code data del dfn em i img input ins kbd mark q rb rp rt rtc ruby s samp';
const moreInline = 'small span strike strong sub sup time tt u var wbr';

/**
 * Allow-list for untrusted HTML: no style, class (except GFM's own), event, form, frame, SVG, MathML or script. Links
 * only to the web, to mail or within the site; `data:` is refused for images too.
 */
export const sanitizeSchema: Schema = {
  tagNames: [blocks, moreBlocks, inline, moreInline].join(' ').split(' '),
  // Removes these with their text; other unknown elements keep their text.
  strip: ['script', 'style', 'template', 'iframe', 'object', 'embed', 'svg', 'math', 'noscript', 'noembed', 'noframes'],
  ancestors: {
    caption: ['table'],
    colgroup: ['table'],
    col: ['table'],
    tbody: ['table'],
    thead: ['table'],
    tfoot: ['table'],
    tr: ['table'],
    td: ['table'],
    th: ['table'],
  },
  attributes: {
    '*': ['id', 'title', 'lang', 'dir', 'align'],
    a: ['href', 'name', 'ariaLabel', 'dataFootnoteRef', 'dataFootnoteBackref', ['className', 'data-footnote-backref']],
    code: [['className', /^language-./, 'math-inline', 'math-display']],
    col: ['span', 'width'],
    colgroup: ['span'],
    data: ['value'],
    del: ['dateTime'],
    details: ['open'],
    img: ['src', 'alt', 'width', 'height'],
    input: [['type', 'checkbox'], 'checked'],
    ins: ['dateTime'],
    li: ['value', ['className', 'task-list-item'], ['dataTask', /^\d{1,6}$/]],
    ol: ['start', 'reversed', 'type', ['className', 'contains-task-list']],
    section: ['dataFootnotes', ['className', 'footnotes']],
    table: ['width'],
    td: ['colSpan', 'rowSpan', 'vAlign', 'width'],
    th: ['colSpan', 'rowSpan', 'vAlign', 'width', 'scope', 'abbr'],
    time: ['dateTime'],
    ul: [['className', 'contains-task-list']],
  },
  protocols: { href: [...web, ...mail], src: web },
  required: {},
  clobber: ['id', 'name'],
  clobberPrefix: FOREIGN_PREFIX,
};
