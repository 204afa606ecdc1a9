import { history, undo } from '@codemirror/commands';
import { syntaxTree } from '@codemirror/language';
import { EditorSelection, EditorState } from '@codemirror/state';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import {
  INLINE,
  type InlineStyle,
  toggleStyle,
  wrapParts,
} from '#app/features/editor/browser/writing/inline-styles.ts';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';
import { repeats } from '#tests/support/length.ts';
import { parsed } from '#tests/support/parsed-state.ts';

type Mark = (words: string) => string;
type Block = (mark: Mark) => string;

function open(doc: string, anchor = 0, head = doc.length): EditorState {
  const extensions = [markdownSupport(), history()];
  return parsed(EditorState.create({ doc, selection: EditorSelection.single(anchor, head), extensions }));
}
const toggled = (state: EditorState, style: InlineStyle) =>
  parsed(state.update(state.changeByRange((range) => toggleStyle(state, range, style))).state);
const text = (state: EditorState) => state.doc.toString();

const words = fc.constantFrom(
  'some words',
  '中文 句子',
  'a [link](https://a.b/c_d)',
  'x `y*z` w',
  'a $x_1$ b',
  'العربية',
);
const around: readonly ((own: readonly string[]) => Block)[] = [
  ([a]) =>
    (mark) =>
      mark(`${a}`),
  ([a, b]) =>
    (mark) =>
      mark(`${a}\n${b}`),
  ([a, b]) =>
    (mark) =>
      mark(`${a}\\\n${b}`),
  ([a]) =>
    (mark) =>
      `## ${mark(`${a}`)}`,
  ([a]) =>
    (mark) =>
      `# ${mark(`${a}`)} #`,
  ([a]) =>
    (mark) =>
      `${mark(`${a}`)}\n===`,
  ([a, b, c]) =>
    (mark) =>
      `- ${mark(`${a}`)}\n  1. ${mark(`${b}`)}\n- ${mark(`${c}`)}`,
  ([a, b]) =>
    (mark) =>
      `- [ ] ${mark(`${a}`)}\n- [x] ${mark(`${b}`)}`,
  ([a, b, c]) =>
    (mark) =>
      `> ${mark(`${a}\n> ${b}`)}\n>\n> - ${mark(`${c}`)}`,
  ([a]) =>
    (mark) =>
      `> [!NOTE]\n> ${mark(`${a}`)}`,
  ([a]) =>
    (mark) =>
      `<details>\n<summary>${a}</summary>\n\n${mark(`${a}`)}\n\n</details>`,
];
const untouched: readonly ((own: readonly string[]) => Block)[] = [
  ([a]) =>
    () =>
      `\`\`\`js\n${a}\n\n${a}\n\`\`\``,
  ([a]) =>
    () =>
      `$$\n${a}\n$$`,
  ([a, b]) =>
    () =>
      `| ${a} | ${b} |\n| --- | --- |\n| ${b} | ${a} |`,
  () => () => 'https://youtu.be/abcDEF12345',
  () => () => '![Plan](https://a.b/plan.png)',
  () => () => '---',
];
const block = fc
  .tuple(fc.array(words, { minLength: 3, maxLength: 3 }), fc.constantFrom(...around, ...around, ...untouched))
  .map(([own, make]) => make(own));
const blocks = fc.array(block, { minLength: 2, maxLength: 6 });
const written = (all: readonly Block[], mark: Mark) => all.map((one) => one(mark)).join('\n\n<!-- -->\n\n');
const plain: Mark = (own) => own;
const styles = fc.constantFrom<InlineStyle>('strong', 'emphasis', 'strike');
const wrap =
  (delimiter: string): Mark =>
  (own) =>
    delimiter + own + delimiter;

describe('a style on several blocks', () => {
  it('marks the words of each, and nothing of code, formulas and tables', () => {
    fc.assert(
      fc.property(blocks, styles, (all, style) => {
        const state = open(written(all, plain));
        expect(text(toggled(state, style))).toBe(written(all, wrap(INLINE[style].mark)));
      }),
      { numRuns: repeats(300, 2000) },
    );
  });

  it('is taken back by the second press, and by one undo', () => {
    fc.assert(
      fc.property(blocks, styles, fc.double({ min: 0, max: 1 }), fc.double({ min: 0, max: 1 }), (all, style, a, b) => {
        const doc = written(all, plain);
        const [anchor, head] = [a, b].map((part) => Math.floor((Number.isNaN(part) ? 0 : part) * doc.length));
        if (anchor === head) return;
        const state = open(doc, anchor, head);
        const on = toggled(state, style);
        expect(text(toggled(on, style))).toBe(doc);
        let back = on;
        undo({ state: on, dispatch: (transaction) => (back = transaction.state) });
        expect(text(back)).toBe(doc);
      }),
      { numRuns: repeats(300, 2000) },
    );
  });

  it('adds its marks and changes no other byte', () => {
    fc.assert(
      fc.property(blocks, styles, fc.nat(), fc.nat(), (all, style, a, b) => {
        const doc = written(all, plain);
        const state = open(doc, a % doc.length, b % doc.length);
        if (state.selection.main.empty) return;
        const { changes } = state.changeByRange((range) => toggleStyle(state, range, style));
        changes.iterChanges((from, to, _from, _to, inserted) => {
          expect(to).toBe(from);
          expect(inserted.toString()).toBe(INLINE[style].mark);
        });
      }),
      { numRuns: repeats(300, 2000) },
    );
  });

  it.each([
    ['One **two**.\n\nThree.', 'strong', '**One two.**\n\n**Three.**'],
    ['**One.**\n\nTwo.', 'strong', '**One.**\n\n**Two.**'],
    ['*One.*\n\n_Two._', 'emphasis', 'One.\n\nTwo.'],
    ['---\ntitle: Pears\n---\n\nOne.', 'emphasis', '---\ntitle: Pears\n---\n\n*One.*'],
    ['[^1]: The note.\n\nOne.', 'emphasis', '[^1]: *The note.*\n\n*One.*'],
    ['One `two`.\n\nThree.', 'code', '`One two.`\n\n`Three.`'],
  ] as const)('of %j, %s, is %j', (doc, style, wanted) => {
    expect(text(toggled(open(doc), style))).toBe(wanted);
  });

  it('of code encloses backticks, and the second press takes its marks back', () => {
    const letters = fc
      .array(fc.constantFrom('a', ' b ', '`', '``'), { minLength: 1, maxLength: 6 })
      .map((parts) => parts.join('').trim())
      .filter((own) => own !== '');
    fc.assert(
      fc.property(letters, (own) => {
        const state = open(own);
        fc.pre(syntaxTree(state).topNode.toString() === 'Document(Paragraph)');
        const on = toggled(state, 'code');
        expect(syntaxTree(on).topNode.toString(), text(on)).toBe('Document(Paragraph(InlineCode(CodeMark,CodeMark)))');
        expect(renderMarkdown(text(on)).html).toContain(`<code>${own}</code>`);
        expect(text(toggled(on, 'code'))).toBe(own);
      }),
      { numRuns: repeats(300, 2000) },
    );
  });

  it('of code takes code with backticks in', () => {
    expect(text(toggled(open('x ``y`z`` w'), 'code'))).toBe('``x y`z w``');
    expect(text(toggled(open('x a ` b y', 2, 7), 'code'))).toBe('x ``a ` b`` y');
  });

  it('reaches to the edge of what it would cut through', () => {
    const doc = 'One [two](https://a.b).\n\nThree **four** five.';
    const state = open(doc, doc.indexOf('two') + 1, doc.indexOf('four') + 2);
    expect(text(toggled(state, 'emphasis'))).toBe('One *[two](https://a.b).*\n\n*Three **four*** five.');
  });
});

describe('a mark that is typed', () => {
  const typed = (state: EditorState, delimiter: string) => {
    const spec = wrapParts(state, state.selection.main, delimiter);
    return spec && text(state.update(spec).state);
  };

  it('stands around the words of each block', () => {
    fc.assert(
      fc.property(blocks, fc.constantFrom('*', '_', '~'), (all, delimiter) => {
        expect(typed(open(written(all, plain)), delimiter)).toBe(written(all, wrap(delimiter)));
      }),
      { numRuns: repeats(200, 1000) },
    );
  });

  it('stands around the selection in a line and in code', () => {
    expect(typed(open('some words', 0, 4), '*')).toBeNull();
    expect(typed(open('```\none\ntwo\n```', 4, 11), '*')).toBeNull();
  });
});
