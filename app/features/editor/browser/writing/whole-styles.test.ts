import { history, undo } from '@codemirror/commands';
import { syntaxTree } from '@codemirror/language';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toggleInline } from '#app/features/editor/browser/commands.ts';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { deleteEmptyMarks, removingEmptyMarks } from '#app/features/editor/browser/writing/empty-marks.ts';
import type { InlineStyle } from '#app/features/editor/browser/writing/inline-styles.ts';
import { wholeStyles } from '#app/features/editor/browser/writing/whole-styles.ts';
import { repeats } from '#tests/support/length.ts';
import { parsed } from '#tests/support/parsed-state.ts';

/** An editor of a text with `¦` at the cursor, or around the selection. */
function open(marked: string) {
  const [before = '', between = '', after] = marked.split('¦');
  const doc = before + between + (after ?? '');
  const head = after === undefined ? before.length : before.length + between.length;
  const extensions = [markdownSupport(), history(), removingEmptyMarks, wholeStyles];
  const editor = {
    state: EditorState.create({ doc, selection: { anchor: before.length, head }, extensions }),
    dispatch(spec: TransactionSpec) {
      editor.state = editor.state.update(spec).state;
      editor.state = parsed(editor.state);
    },
    type: (text: string) => editor.dispatch({ ...editor.state.replaceSelection(text), userEvent: 'input.type' }),
    enter: (text = '\n\n') => editor.dispatch({ ...editor.state.replaceSelection(text), userEvent: 'input' }),
    paste: (text: string) => editor.dispatch({ ...editor.state.replaceSelection(text), userEvent: 'input.paste' }),
    erase: () => editor.dispatch({ ...editor.state.replaceSelection(''), userEvent: 'delete.selection' }),
    backspace() {
      const { head } = editor.state.selection.main;
      const changes = { from: head - 1, to: head };
      if (!deleteEmptyMarks(editor as unknown as EditorView))
        editor.dispatch({ changes, userEvent: 'delete.backward' });
    },
    press: (style: InlineStyle) => toggleInline(style)(editor as unknown as EditorView),
    /** The text with the cursor, or with the marks of the selection. */
    shown() {
      const { from, to } = editor.state.selection.main;
      const text = editor.state.doc.toString();
      return from === to
        ? `${text.slice(0, from)}¦${text.slice(from)}`
        : `${text.slice(0, from)}¦${text.slice(from, to)}¦${text.slice(to)}`;
    },
  };
  editor.state = parsed(editor.state);
  return editor;
}

/** Returns the text without the marks of its styles. */
function withoutMarks(state: EditorState): string {
  const kept: string[] = [];
  let at = 0;
  syntaxTree(state).iterate({
    enter: ({ name, from, to }) => {
      if (!/^(?:EmphasisMark|StrikethroughMark|CodeMark)$/.test(name)) return;
      kept.push(state.sliceDoc(at, from));
      at = to;
    },
  });
  return kept.join('') + state.sliceDoc(at);
}

describe('a style', () => {
  it.each([
    ['in its middle', 'A **bold¦ words** end', '\n\n', 'A **bold**\n\n¦ **words** end'],
    ['between two words', 'A **bold ¦words** end', '\n\n', 'A **bold** \n\n**¦words** end'],
    ['at its end', 'A **bold¦** end', '\n\n', 'A **bold**\n\n¦ end'],
    ['at its start', 'A **¦bold** end', '\n\n', 'A \n\n**¦bold** end'],
    ['in an item', '- **two¦ three**', '\n- ', '- **two**\n- ¦ **three**'],
    ['in a heading', '## a ~~b¦c~~', '\n', '## a ~~b~~\n~~¦c~~'],
    ['in two styles', 'x ***a¦b*** y', '\n\n', 'x ***a***\n\n***¦b*** y'],
    ['in a quote', '> `a¦b`', '\n>\n> ', '> `a`\n>\n> `¦b`'],
    ['in the words of a link', 'x [a¦ b](/c) y', '\n\n', 'x [a](/c)\n\n¦ [b](/c) y'],
    ['between two words of a link', 'x [a ¦b](/c "t") y', '\n\n', 'x [a](/c "t") \n\n[¦b](/c "t") y'],
    ['at the start of a link', 'x [¦a](/c) y', '\n\n', 'x \n\n[¦a](/c) y'],
    ['at the end of a link', 'x [a¦](/c) y', '\n\n', 'x [a](/c)\n\n¦ y'],
    ['in a bold link', '**[a ¦b](/c)**', '\n\n', '**[a](/c)** \n\n**[¦b](/c)**'],
    ['in brackets that are no link', 'x [a ¦b] y', '\n\n', 'x [a \n\n¦b] y'],
  ])('is divided by Enter %s', (_where, before, inserted, after) => {
    const editor = open(before);
    editor.enter(inserted);
    expect(editor.shown()).toBe(after);
    undo(editor as unknown as EditorView);
    expect(editor.state.doc.toString()).toBe(before.replace('¦', ''));
  });

  it.each([
    ['its end', 'A **bold¦ words** an¦d more', 'A **bold¦**d more'],
    ['its end after a blank', 'A **bold ¦words** an¦d more', 'A **bold** ¦d more'],
    ['its start', 'A wo¦rd **b¦old** more', 'A wo¦**old** more'],
    ['the end of one and the start of another', '**a¦b** c **d¦e**', '**a¦e**'],
    ['the end of one and the start of another kind', '**a¦b** c ~~d¦e~~', '**a¦**~~e~~'],
    ['the end of a link', 'A [two¦ words](/a) an¦d more', 'A [two¦](/a)d more'],
    ['the start of a link', 'A wo¦rd [b¦c](/a) more', 'A wo¦[c](/a) more'],
    ['its mark alone', 'A **bold¦**¦ more', 'A **bold¦ more'],
    ['the blank between two equal ones', '**a**¦ ¦**b**', '**a¦b**'],
  ])('keeps its marks when a deletion takes %s', (_what, before, after) => {
    const editor = open(before);
    editor.erase();
    expect(editor.shown()).toBe(after);
  });

  const code = fc
    .array(fc.constantFrom('a', 'b ', '` ', ' `', '``', ' '), { minLength: 2, maxLength: 6 })
    .map((parts) => parts.join(''))
    .filter((text) => text.trim() !== '' && !/`{3}/.test(text));

  it('of code with backticks keeps its marks when a deletion takes its end or start, and when Enter divides it', () => {
    fc.assert(
      fc.property(code, fc.nat(), fc.constantFrom('end', 'start', 'enter'), (text, place, kind) => {
        const at = 1 + (place % (text.length - 1));
        const [left, right] = [text.slice(0, at), text.slice(at)];
        fc.pre(left.trim() !== '' && right.trim() !== '');
        const [open3, close3] = ['``` ', ' ```'];
        const marked = {
          end: `${open3}${left}¦${right}${close3}¦ z`,
          start: `z ¦${open3}${left}¦${right}${close3}`,
          enter: `${open3}${left}¦${right}${close3}`,
        };
        const editor = open(marked[kind]);
        if (kind === 'enter') editor.enter();
        else editor.erase();
        const found: string[] = [];
        syntaxTree(editor.state).iterate({
          enter: ({ name, from, to }) => void (name === 'InlineCode' && found.push(editor.state.sliceDoc(from, to))),
        });
        const words = (all: string) => all.replace(/^`{3}|`{3}$/g, '').trim();
        const wanted = { end: [left], start: [right], enter: [left, right] }[kind].map((each) => each.trim());
        expect(found.map(words), editor.shown()).toEqual(wanted);
      }),
      { numRuns: repeats(300, 5000) },
    );
  });

  it('keeps its marks when a part is written over', () => {
    const editor = open('A **bold¦ words** an¦d more');
    editor.type('x');
    expect(editor.shown()).toBe('A **boldx¦**d more');
  });

  it.each([
    ['its end', 'A **bold¦ words** an¦d more', 'xy', 'A **boldxy¦**d more'],
    ['its start', 'A wo¦rd **b¦old** more', 'xy', 'A woxy¦**old** more'],
    ['the end of a link', 'A [two¦ words](/a) an¦d more', 'xy', 'A [twoxy¦](/a)d more'],
    ['its end by the same text', 'A **bold¦ words** an¦d more', ' words** an', 'A **bold words** an¦d more'],
    ['its end by a style', 'A **bold¦ words** an¦d more', ' `x` *y* z', 'A **bold `x` *y* z¦**d more'],
    ['its end by several blocks', 'A **bold¦ words** an¦d more', 'x\n\ny', 'A **bold**x\n\ny¦d more'],
    ['its start by several blocks', 'A wo¦rd **b¦old** more', 'x\n\ny', 'A wox\n\ny¦**old** more'],
    ['its middle by several blocks', 'A **bo¦ld** more', 'x\n\ny', 'A **bo**x\n\ny**¦ld** more'],
  ])('keeps its marks when a paste replaces %s', (_what, before, pasted, after) => {
    const editor = open(before);
    editor.paste(pasted);
    expect(editor.shown()).toBe(after);
  });

  it.each([
    ['A **bold** c ¦d', 6, 11, 'x', 'A **box**c ¦d'],
    ['A **bold** c ¦d', 6, 6, 'x\n\ny', 'A **bo**x\n\ny**ld** c ¦d'],
    ['¦A **bold** c', 6, 11, 'x', '¦A **box**c'],
  ])('leaves the cursor in %j where it is when something is pasted elsewhere', (before, from, to, insert, after) => {
    const editor = open(before);
    editor.dispatch({ changes: { from, to, insert }, userEvent: 'input.paste' });
    expect(editor.shown()).toBe(after);
  });

  it('keeps its marks when Enter replaces its end', () => {
    const editor = open('A **bold¦ words** an¦d more');
    editor.enter();
    expect(editor.shown()).toBe('A **bold**\n\n¦d more');
  });

  it('stays on when its last letter is deleted, and goes away by the next press', () => {
    const editor = open('a ~~**b¦**~~ c');
    editor.backspace();
    expect(editor.shown()).toBe('a ~~**¦**~~ c');
    editor.type('x');
    expect(editor.shown()).toBe('a ~~**x¦**~~ c');
    editor.backspace();
    editor.backspace();
    expect(editor.shown()).toBe('a ¦ c');
  });

  it.each(['strong', 'emphasis', 'strike'] as const)('%s is left after a blank', (style) => {
    const editor = open('We ¦');
    editor.press(style);
    editor.type('really ');
    editor.press(style);
    editor.type('mean it.');
    expect(withoutMarks(editor.state)).toBe('We really mean it.');
    expect(editor.state.doc.toString()).toMatch(/^We (\*\*|\*|~~)really\1 mean it\.$/);
  });

  it.each([
    ['正文¦“重要”。¦内容', '正文“**重要**”。内容'],
    ['甲¦（乙）¦丙', '甲（**乙**）丙'],
    ['say¦ "word". ¦now', 'say **"word".** now'],
    ['文¦[链接](/a)¦字', '文**[链接](/a)**字'],
    ['¦……¦', '**……**'],
  ])('does not take punctuation that Markdown would refuse: %s', (before, after) => {
    const editor = open(before);
    editor.press('strong');
    expect(editor.state.doc.toString()).toBe(after);
    if (before.includes('[')) return;
    editor.press('strong');
    expect(editor.state.doc.toString()).toBe(before.replaceAll('¦', ''));
  });

  it('shows no mark after any Enter, deletion or writing over', () => {
    const words = fc.constantFrom('one', 'two three', '中文', 'a b', 'x');
    const marks = fc.constantFrom('', '**', '*', '~~', '***', '`');
    const piece = fc.tuple(marks, words).map(([mark, text]) => mark + text + mark);
    const texts = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(' '));
    const acts = fc.constantFrom('enter', 'enter over', 'erase', 'type', 'paste');
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(), acts, (text, first, length, act) => {
        const probe = open(text);
        const plain = withoutMarks(probe.state);
        fc.pre(!/[*~`]/.test(plain));
        // Cursors stand within words and at their edges, as those of a person do, not within marks.
        const places = [...text].map((_, at) => at).filter((at) => !/[*~`]/.test(text[at]!));
        const from = places[first % places.length]!;
        const to = act === 'enter' ? from : (places[(first + 1 + length) % places.length] ?? from);
        const [start, end] = [Math.min(from, to), Math.max(from, to)];
        // Marks side by side, and one beside a blank while its text is written, have no meaning in Markdown.
        fc.pre(act === 'enter' || !/[*~`]/.test(`${text[start - 1] ?? ''}${text[end] ?? ''}`));
        const editor = open(`${text.slice(0, start)}¦${text.slice(start, end)}¦${text.slice(end)}`);
        if (act.startsWith('enter')) editor.enter();
        else if (act === 'erase') editor.erase();
        else if (act === 'paste') editor.paste('Q');
        else editor.type('Q');
        const lettersOf = (all: string) => all.replace(/[\s*~`]/g, '');
        const inserted = act === 'type' || act === 'paste' ? 'Q' : '';
        expect(lettersOf(editor.state.doc.toString())).toBe(
          lettersOf(text.slice(0, start)) + inserted + lettersOf(text.slice(end)),
        );
        expect(withoutMarks(editor.state)).not.toMatch(/[*~`]/);
      }),
      { numRuns: repeats(1_000, 20_000) },
    );
  });
});
