import type { ExampleTexts } from '#app/services/help/markdown-examples.ts';

/** The examples of the Markdown help in English. */
export const ENGLISH: ExampleTexts = {
  emphasis: {
    title: 'Emphasis',
    text: 'Asterisks around words. Tildes strike out.',
    source: '*Important*, **very important**, ~~no longer true~~',
  },
  headings: {
    title: 'Headings',
    text: 'One to six number signs and a space. Three headings make a table of contents; a link with # leads to one.',
    source: '## The beds\n\n### In spring\n\nBack to [the beds](#the-beds)',
  },
  paragraphs: {
    title: 'Paragraphs and lines',
    text: 'An empty line begins a paragraph. A backslash at the end of a line begins a new line.',
    source: 'First paragraph.\n\nSecond paragraph,\\\nwith a second line.',
  },
  lists: {
    title: 'Lists',
    text: 'A hyphen or a number. Items below an item stand further right.',
    source: '- Beans\n- Peas\n  - early\n  - late\n\n1. Dig\n2. Sow',
  },
  tasks: {
    title: 'Tasks',
    text: 'Brackets after the hyphen. You can tick them while reading.',
    source: '- [x] Order seeds\n- [ ] Sow the peas',
  },
  links: {
    title: 'Links',
    text: 'Words in brackets, the address in parentheses. A bare address becomes a link by itself.',
    source: '[Seed catalogue](https://example.com), https://example.com',
  },
  documents: {
    title: 'Links to documents',
    text: 'Type [[ and the beginning of a title in the editor: it writes the link, or creates the document. [[Title]] in imported notes becomes such a link.',
    source: 'More in [My documents](/).',
  },
  mentions: {
    title: 'Mentions',
    text: 'Type @ and a name in the editor or a comment. The person finds it in their inbox.',
    source: (mention) => `${mention} Can you water the beds?`,
  },
  pictures: {
    title: 'Pictures',
    text: 'An exclamation mark before a link. What is in brackets is read out. You can also drop or paste a picture.',
    source: '![Hills under a pale sky](/covers/hills.svg)',
  },
  cards: {
    title: 'Cards',
    text: 'The address of a video (YouTube, Vimeo) or a drawing (Excalidraw, Figma, draw.io) alone in its paragraph.',
    source: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  },
  tables: {
    title: 'Tables',
    text: 'Bars between cells, hyphens below the head. A colon aligns the column. The editor offers cells to fill in.',
    source: '| Bed | Crop | Rows |\n| --- | --- | ---: |\n| North | Carrots | 4 |\n| South | Beans | 12 |',
  },
  quotes: {
    title: 'Quotes',
    text: 'A greater-than sign before each line.',
    source: '> Plant peas when the forsythia blooms.',
  },
  callouts: {
    title: 'Callouts',
    text: 'A quote whose first line is NOTE, TIP, IMPORTANT, WARNING or CAUTION in brackets.',
    source: '> [!TIP]\n> Water in the morning.\n\n> [!WARNING]\n> Frost until the middle of May.',
  },
  toggles: {
    title: 'Toggles',
    text: 'What stands in details is folded. Leave an empty line after the summary.',
    source: '<details><summary>What grows where?</summary>\n\nCarrots in the **north** bed.\n\n</details>',
  },
  code: {
    title: 'Code',
    text: 'Backticks around code in a line, three of them around a block. The name of the language colours it.',
    source: 'Run `npm start`.\n\n```js\nconst beds = 4; // for now\nplant(beds, "peas");\n```',
  },
  maths: {
    title: 'Formulas',
    text: 'TeX between dollar signs; two of them on lines of their own for a formula that stands alone.',
    source: 'The area is $\\pi r^2$.\n\n$$\n\\sum_{k=1}^{n} k = \\frac{n(n+1)}{2}\n$$',
  },
  footnotes: {
    title: 'Footnotes',
    text: 'A mark in the text, and a line with the same mark anywhere below it.',
    source: 'Sow in March.[^frost]\n\n[^frost]: Once the last frost is over.',
  },
  html: {
    title: 'Keys, marks, heights',
    text: 'Harmless HTML works, too: kbd, mark, sub and sup.',
    source: '<kbd>Ctrl</kbd> <kbd>K</kbd>, <mark>look here</mark>, H<sub>2</sub>O, m<sup>2</sup>',
  },
  rules: {
    title: 'Lines across',
    text: 'Three hyphens between empty lines.',
    source: 'Before\n\n---\n\nAfter',
  },
  literal: {
    title: 'Characters as they are',
    text: 'A backslash takes the meaning from the character after it.',
    source: '\\*not emphasised\\*, 2 \\* 3',
  },
};
