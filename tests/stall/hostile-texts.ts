const fill = (piece: string, units: number) => piece.repeat(Math.ceil(units / piece.length)).slice(0, units);
const linesOf = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name} ${at}\n`).join('');

/** Texts that cost a renderer most for their length, by the part that pays. */
export const HOSTILE_MARKDOWN: Record<string, (units: number) => string> = {
  'nested quotes': (units) => `${fill('> ', units)}a`,
  'nested lists': (units) => `${fill('- ', units)}a`,
  'quotes in lists': (units) => `${fill('- > ', units)}a`,
  'open emphasis': (units) => fill('*a _b ', units),
  'strong in emphasis': (units) => fill('*a **a ', units),
  'open links': (units) => fill('[a](', units),
  'open brackets': (units) => fill('[', units),
  'open pictures': (units) => fill('![[]()', units),
  'code marks': (units) => fill('`a``', units),
  'open HTML': (units) => fill('<a><b>', units),
  'HTML blocks': (units) => fill('<div>', units),
  'SVG in HTML': (units) => fill('<svg><p>', units),
  'unclosed tags': (units) => fill('<', units),
  'long tables': (units) => `|a|b|\n|-|-|\n${fill('|x|y|\n', units)}`,
  'wide tables': (units) => `${fill('|a', units / 2)}\n${fill('|-', units / 2)}\n${fill('a\n', units / 4)}`,
  footnotes: (units) => `${fill('[^a]', units)}\n\n[^a]: ${fill('x ', 50)}`,
  references: (units) => `[a]: <${fill('b', units / 2)}>\n\n${fill('[a] ', units / 2)}`,
  formulas: (units) => fill('$x^2$ ', units),
  'nested formulas': (units) => `$$\n${fill('\\frac{', units)}\n$$`,
  'coloured JavaScript': (units) => `\`\`\`js\n${fill('/a', units)}\n\`\`\``,
  'coloured HTML': (units) => `\`\`\`html\n${fill('<', units)}\n\`\`\``,
  alerts: (units) => fill('> [!NOTE]\n> a\n\n', units),
  tasks: (units) => fill('- [ ] a\n', units),
  addresses: (units) => fill('http://a.b/( ', units),
  'nested keys of YAML': (units) => `---\n${fill('? ', units)}\n---\nText`,
};

export const HOSTILE_HTML: Record<string, (units: number) => string> = {
  'open formatting': (units) => fill('<a><b>', units),
  'nested lists': (units) => fill('<ul><li>', units),
  'nested tables': (units) => fill('<table><tr><td>', units),
  'one long table': (units) => `<table>${fill('<tr><td>a<td>b', units)}`,
  'nested quotes': (units) => fill('<blockquote>', units),
};

export const distinctLines = linesOf;
