import { history, undo } from '@codemirror/commands';
import { EditorSelection, EditorState, StateEffect, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasInline, toggleInline } from '#app/features/editor/browser/commands.ts';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { removingEmptyMarks } from '#app/features/editor/browser/writing/empty-marks.ts';
import { INLINE, type InlineStyle } from '#app/features/editor/browser/writing/inline-styles.ts';
import { wholeStyles } from '#app/features/editor/browser/writing/whole-styles.ts';
import { repeats } from '#tests/support/length.ts';

const STYLES = Object.keys(INLINE) as InlineStyle[];

/** An editor without a page: commands need its state and `dispatch` only. */
function open(doc: string, ...cursors: number[]) {
  const selection = EditorSelection.create(cursors.map((at) => EditorSelection.cursor(at)));
  const extensions = [
    markdownSupport(),
    history(),
    removingEmptyMarks,
    wholeStyles,
    EditorState.allowMultipleSelections.of(true),
  ];
  const editor = {
    state: EditorState.create({ doc, selection, extensions }),
    dispatch(spec: TransactionSpec) {
      editor.state = editor.state.update(spec).state;
    },
    press: (style: InlineStyle) => toggleInline(style)(editor as unknown as EditorView),
    type: (text: string) => editor.dispatch(editor.state.replaceSelection(text)),
    goTo: (anchor: number) => editor.dispatch({ selection: { anchor } }),
    text: () => editor.state.doc.toString(),
  };
  return editor;
}

describe('marks around nothing', () => {
  it('leave with the cursor: on an empty line they would begin a code block or draw a line', () => {
    for (const style of STYLES) {
      const editor = open('Above\n\n\n\nBelow', 7);
      editor.press(style);
      expect(editor.text()).toBe(`Above\n\n${INLINE[style].mark.repeat(2)}\n\nBelow`);
      editor.goTo(0);
      expect(editor.text()).toBe('Above\n\n\n\nBelow');
      expect(editor.state.selection.main.head).toBe(0);
    }
  });

  const lines = fc.array(fc.constantFrom('', '- ', '> ', '中文。', '## ', 'a **b** c '), {
    minLength: 1,
    maxLength: 5,
  });
  const ends = (texts: string[]) => texts.map((_, index) => texts.slice(0, index + 1).join('\n').length);

  it('leave in every combination of styles', () => {
    const presses = fc.array(fc.constantFrom(...STYLES), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(lines, presses, fc.nat(4), (texts, styles, line) => {
        const doc = `${texts.join('\n')}\n\nEnd`;
        const editor = open(doc, ends(texts)[line % texts.length]!);
        for (const style of styles) editor.press(style);
        editor.goTo(editor.state.doc.length);
        expect(editor.text()).toBe(doc);
        expect(editor.state.selection.main.head).toBe(doc.length);
      }),
      { numRuns: repeats(200, 5_000) },
    );
  });

  it('are one of each style, which a second press removes and the toolbar shows', () => {
    const styles = fc.array(fc.constantFrom(...STYLES), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(styles, (presses) => {
        const editor = open('', 0);
        for (const style of presses) editor.press(style);
        const isOn = (style: InlineStyle) => presses.filter((press) => press === style).length % 2 === 1;
        expect(STYLES.filter((style) => hasInline(editor.state, style))).toEqual(STYLES.filter(isOn));
        editor.type('x');
        for (const style of STYLES.filter(isOn))
          expect(`${style}: ${hasInline(editor.state, style)}`).toBe(`${style}: true`);
      }),
    );
  });

  it('leave with each of several cursors', () => {
    for (const style of STYLES) {
      const editor = open('a \n\n- \n\nb', 2, 6);
      editor.press(style);
      expect(editor.text()).not.toBe('a \n\n- \n\nb');
      editor.goTo(0);
      expect(editor.text()).toBe('a \n\n- \n\nb');
    }
  });

  it('stay once a text stands in them, and around other marks with a text', () => {
    const editor = open('', 0);
    editor.press('strong');
    editor.press('strike');
    editor.type('kept');
    editor.goTo(0);
    expect(editor.text()).toBe('**~~kept~~**');
  });

  it('stay while the cursor is there and someone else writes before them', () => {
    const editor = open('Above\n\n', 7);
    editor.press('strike');
    editor.dispatch({ changes: { from: 0, insert: 'Far ' } });
    editor.goTo(editor.state.selection.main.head);
    expect(editor.text()).toBe('Far Above\n\n~~~~');
    editor.goTo(0);
    expect(editor.text()).toBe('Far Above\n\n');
  });

  it('do not come back with undo', () => {
    const editor = open('Above\n\n', 7);
    editor.type('word ');
    editor.press('strike');
    editor.goTo(0);
    undo(editor as unknown as EditorView);
    expect(editor.text()).not.toContain('~');
  });

  it('written by hand stay', () => {
    const editor = open('', 0);
    editor.type('****');
    editor.goTo(2);
    editor.press('emphasis');
    editor.goTo(0);
    expect(editor.text()).toBe('****');
  });

  it('come back with undo if their text was deleted', () => {
    const text = 'a **b** `c` ~~**d**~~ e\n\n**f**';
    const acts = fc.array(fc.record({ at: fc.nat(text.length), isDeletion: fc.boolean() }), { maxLength: 12 });
    fc.assert(
      fc.property(acts, (steps) => {
        const editor = open(text, 0);
        editor.dispatch({ effects: StateEffect.appendConfig.of(wholeStyles) });
        for (const { at, isDeletion } of steps) {
          editor.goTo(Math.min(at, editor.state.doc.length));
          const from = editor.state.selection.main.head;
          if (isDeletion && from < editor.state.doc.length)
            editor.dispatch({
              changes: { from, to: from + 1 },
              userEvent: 'delete.forward',
              selection: { anchor: from },
            });
        }
        editor.goTo(0);
        while (undo(editor as unknown as EditorView));
        expect(editor.text(), JSON.stringify(steps)).toBe(text);
      }),
      { numRuns: repeats(300, 10_000) },
    );
  });
});
