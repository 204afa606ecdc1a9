const fill = (piece: string, units: number) => piece.repeat(Math.ceil(units / piece.length)).slice(0, units);

/** Worst known HTML for the parser and the conversion to Markdown, relative to its length. */
export const HOSTILE_HTML: Record<string, (units: number) => string> = {
  'open formatting': (units) => fill('<a><b>', units),
  'open formatting of one kind': (units) => fill('<b>', units),
  'misnested formatting': (units) => fill('<b><i></b></i>', units),
  'formatting across blocks': (units) => fill('<b><p>a', units),
  'nested lists': (units) => fill('<ul><li>', units),
  'nested ordered lists': (units) => fill('<ol><li><p>', units),
  'one long list': (units) => `<ul>${fill('<li>a', units)}`,
  'nested tables': (units) => fill('<table><tr><td>', units),
  'one long table': (units) => `<table>${fill('<tr><td>a<td>b', units)}`,
  'one wide row': (units) => `<table><tr>${fill('<td>a', units)}`,
  'text between rows': (units) => fill('<table>a<tr>b', units),
  'wide spans': (units) => `<table>${fill('<tr><td colspan=1000>a', units)}`,
  'nested quotes': (units) => fill('<blockquote>', units),
  'nested divisions': (units) => fill('<div>', units),
  'nested headings': (units) => fill('<h1><h2>', units),
  'closing tags alone': (units) => fill('</b></p>', units),
  'unclosed tags': (units) => fill('<', units),
  'unclosed comments': (units) => fill('<!-- ', units),
  'many attributes': (units) => `<p ${Array.from({ length: units / 8 }, (_, nth) => `a${nth}=1`).join(' ')}>x`,
  'one long attribute': (units) => `<a href="${fill('x', units)}">x</a>`,
  references: (units) => fill('&amp;&#x41;', units),
  'SVG and MathML': (units) => fill('<svg><math><p>', units),
  'lines of code': (units) => `<pre><code>${fill('`` ` ```\n', units)}`,
  'marks to escape': (units) => `<p>${fill('*_[]`#', units)}`,
  'one long word': (units) => `<p>${fill('x', units)}`,
};

const indented = (units: number) => {
  const lines = [];
  for (let depth = 0, length = 0; length < units; depth += 1) {
    const line = `${' '.repeat(depth)}a:`;
    length += line.length + 1;
    lines.push(line);
  }
  return lines.join('\n');
};

/** Worst known YAML front matter, relative to its length. */
export const HOSTILE_YAML: Record<string, (units: number) => string> = {
  'nested keys': (units) => fill('? ', units),
  'nested keys in lists': (units) => fill('? - ', units),
  'nested lists': (units) => fill('- ', units),
  'nested lists in one line': (units) => fill('[', units),
  'closed lists in one line': (units) => `a: ${'['.repeat(units / 2)}${']'.repeat(units / 2)}`,
  'nested maps in one line': (units) => fill('{a: ', units),
  'closed maps in one line': (units) => `${'{a: '.repeat(units / 5)}1${'}'.repeat(units / 5)}`,
  'maps as keys': (units) => fill('{[', units),
  'nested maps': (units) => indented(units),
  'anchors that double': (units) =>
    `a0: &a0 [x]\n${Array.from({ length: Math.min(40, units / 20) }, (_, nth) => `a${nth + 1}: &a${nth + 1} [*a${nth}, *a${nth}]`).join('\n')}`,
  'many anchors': (units) => Array.from({ length: units / 10 }, (_, nth) => `k${nth}: &a${nth} x`).join('\n'),
  'many aliases': (units) => `a: &a x\n${Array.from({ length: units / 10 }, (_, nth) => `k${nth}: *a`).join('\n')}`,
  'merged keys': (units) =>
    `a: &a {b: 1}\n${Array.from({ length: units / 16 }, (_, nth) => `k${nth}: {<<: *a}`).join('\n')}`,
  'one key again and again': (units) => fill('a: 1\n', units),
  'many keys': (units) => Array.from({ length: units / 10 }, (_, nth) => `k${nth}: ${nth}`).join('\n'),
  'long scalars': (units) => `a: ${fill('x', units)}`,
  'folded lines': (units) => `a: >\n${fill('  x\n\n', units)}`,
  'quoted lines': (units) => `a: "${fill('x\\\n ', units)}"`,
  'escapes in quotes': (units) => `a: "${fill('\\u0041', units)}"`,
  'open quotes': (units) => `a: "${fill("'", units)}`,
  'colons without blanks': (units) => fill('a:b:', units),
  'commas in one line': (units) => `a: [${fill(',', units)}`,
  comments: (units) => fill('# x\n', units),
  tags: (units) => `a: ${fill('!!str ', units)}`,
  blanks: (units) => `a:${fill(' ', units)}b`,
};

/** Worst known texts and words for snippets. */
export const HOSTILE_SEARCHES: { name: string; piece: string; keyword: string }[] = [
  { name: 'ligatures', piece: 'ﬁｌｌé ', keyword: 'needle' },
  { name: 'accents', piece: 'éàü ', keyword: 'needle' },
  { name: 'combining marks', piece: `a${'\u0301'.repeat(20)} `, keyword: 'needle' },
  { name: 'full width', piece: 'ＡＢＣ ', keyword: 'needle' },
  { name: 'half-width katakana', piece: 'ｶﾞ', keyword: 'needle' },
  { name: 'Chinese', piece: '文档在树里生长', keyword: '文档' },
  { name: 'Chinese without blanks', piece: '长', keyword: '长长' },
  { name: 'one letter', piece: 'a', keyword: 'needle' },
  { name: 'one letter with blanks', piece: 'a ', keyword: 'a' },
  { name: 'the word itself', piece: 'needle ', keyword: 'needle' },
  { name: 'nearly the word', piece: 'needl ', keyword: 'needle' },
  { name: 'two words, one of them', piece: 'hay ', keyword: 'hay needle' },
  { name: 'a phrase', piece: 'hay in ', keyword: '"hay needle"' },
  { name: 'a phrase that nearly is', piece: 'in the hay in the ', keyword: '"the needle"' },
  { name: 'ten words', piece: 'a b c d e f g h i ', keyword: 'a b c d e f g h i needle' },
  { name: 'emoji', piece: '👩‍👩‍👧', keyword: 'needle' },
  { name: 'surrogates', piece: '𝔘𝔫𝔦', keyword: 'needle' },
  { name: 'Hangul', piece: '한국어 ', keyword: 'needle' },
  { name: 'Thai', piece: 'ภาษาไทย', keyword: 'needle' },
  { name: 'Arabic', piece: 'العربية ', keyword: 'needle' },
  { name: 'German ß', piece: 'Straße ', keyword: 'strasse needle' },
  { name: 'Turkish İ', piece: 'İstanbul ', keyword: 'needle' },
  { name: 'digits', piece: '1234567890', keyword: 'needle' },
  { name: 'marks', piece: '-._!,;', keyword: 'needle' },
  { name: 'lines', piece: '\n\n', keyword: 'needle' },
];
