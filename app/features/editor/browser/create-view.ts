import { history } from '@codemirror/commands';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { dropCursor, EditorView, placeholder, type ViewUpdate } from '@codemirror/view';
import { AI_ACTIONS, aiMenu, openAiMenu } from '#app/features/editor/browser/ai/ai-menu.ts';
import { startAi } from '#app/features/editor/browser/ai/ask.ts';
import { aiSuggestions } from '#app/features/editor/browser/ai/suggestion-widget.ts';
import { keepCursorInView } from '#app/features/editor/browser/cursor-in-view.ts';
import { drawnSelection } from '#app/features/editor/browser/drawn-selection.ts';
import { finding } from '#app/features/editor/browser/find/find.ts';
import { floatingToolbar } from '#app/features/editor/browser/floating-toolbar.ts';
import { syntaxColours } from '#app/features/editor/browser/highlighting.ts';
import { keepPlaceOnTurn } from '#app/features/editor/browser/keep-on-turn.ts';
import { editorKeys } from '#app/features/editor/browser/keys.ts';
import { links } from '#app/features/editor/browser/links.ts';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { completions } from '#app/features/editor/browser/menus/completions.ts';
import type { Insertion } from '#app/features/editor/browser/menus/insertions.ts';
import type { KnownPeople } from '#app/features/editor/browser/menus/known-people.ts';
import { copyingItems } from '#app/features/editor/browser/paste/copied-items.ts';
import { filesAround } from '#app/features/editor/browser/paste/files-around.ts';
import { pasting } from '#app/features/editor/browser/paste/paste.ts';
import { livePreview } from '#app/features/editor/browser/preview/live-preview.ts';
import { pictureProxy } from '#app/features/editor/browser/preview/picture-source.ts';
import { blockStructure } from '#app/features/editor/browser/structure/block-structure.ts';
import { blocksNear } from '#app/features/editor/browser/structure/blocks.ts';
import { draggingText } from '#app/features/editor/browser/structure/dragging.ts';
import { lineClicks } from '#app/features/editor/browser/structure/line-clicks.ts';
import { pointing } from '#app/features/editor/browser/structure/pointing.ts';
import { typingHandlers } from '#app/features/editor/browser/structure/typing.ts';
import { focusedTable } from '#app/features/editor/browser/table/keep-cell.ts';
import { textDirections } from '#app/features/editor/browser/text-directions.ts';
import { texts } from '#app/features/editor/browser/texts.ts';
import { trackedRanges } from '#app/features/editor/browser/track-range.ts';
import { takeFiles } from '#app/features/editor/browser/upload/send-files.ts';
import { uploads } from '#app/features/editor/browser/upload/upload-widget.ts';
import { wrappingSelection } from '#app/features/editor/browser/wrap-selection.ts';
import { typingBeforeMarks } from '#app/features/editor/browser/writing/before-marks.ts';
import { chineseMarks } from '#app/features/editor/browser/writing/chinese-marks.ts';
import { closingBrackets } from '#app/features/editor/browser/writing/close-brackets.ts';
import { crossingMarks } from '#app/features/editor/browser/writing/cross-marks.ts';
import { removingEmptyMarks } from '#app/features/editor/browser/writing/empty-marks.ts';
import { startingTasks } from '#app/features/editor/browser/writing/start-task.ts';
import { wholeStyles } from '#app/features/editor/browser/writing/whole-styles.ts';

type Options = {
  parent: HTMLElement;
  text: string;
  docId: string;
  hasAi: boolean;
  hasPictureProxy: boolean;
  people: KnownPeople;
  canComment: boolean;
  t: (key: string, values?: Record<string, string>) => string;
  chooseFiles: () => void;
  onUpdate: (update: ViewUpdate) => void;
};

const preview = new Compartment();
/** Compartment for the extensions of the live connection. */
export const liveSlot = new Compartment();
/** Number of characters from which a text is shown as plain Markdown, to keep typing fast. */
export const PLAIN_FROM = 500_000;
const plain = EditorView.editorAttributes.of({ class: 'is-source' });

/** Switches between plain Markdown source and the live preview. */
export function setSourceMode(view: EditorView, isSource: boolean): void {
  view.dispatch({
    effects: preview.reconfigure(isSource ? plain : livePreview),
  });
}

/** The content security policy allows only style elements with the nonce of the page's scripts. */
function nonce(): Extension {
  const script = document.querySelector<HTMLScriptElement>('script[nonce]');
  return script?.nonce ? EditorView.cspNonce.of(script.nonce) : [];
}

const aiInsertions = (docId: string): Insertion[] =>
  AI_ACTIONS.map((action) => ({
    name: `ai-${action}`,
    icon: 'sparkle',
    run: (view) => startAi(view, docId, action),
  }));

function commentOn(view: EditorView): void {
  import('#app/features/editor/browser/comments/editor-comments.ts').then(
    ({ commentOnSelection }) => commentOnSelection(view),
    (error: unknown) => console.warn('The editor shows no comments:', error),
  );
}

/** Returns the initial cursor position. At the start of a table it would show the table's source. */
function firstPlace(state: EditorState): number {
  const table = blocksNear(state, 0, 0).find(({ kind, from }) => kind === 'table' && from === 0);
  return table && table.to < state.doc.length ? table.to + 1 : 0;
}

/** Creates the CodeMirror editor with a live preview. It never reformats the Markdown source. */
export function createView({
  parent,
  text,
  docId,
  hasAi,
  hasPictureProxy,
  people,
  canComment,
  t,
  chooseFiles,
  onUpdate,
}: Options): EditorView {
  const file: Insertion = { name: 'file', icon: 'image', run: chooseFiles };
  const askAi = { name: 'ai', icon: 'sparkle', run: (view: EditorView) => openAiMenu(view, docId) };
  const upload = (view: EditorView, files: File[], at?: number) => takeFiles(view, docId, files, at);
  const comment = { name: 'comment', icon: 'message', run: commentOn };
  const open = (isSource: boolean) => {
    const state = EditorState.create({
      doc: text,
      extensions: [preview.of(isSource ? plain : livePreview), extensions],
    });
    return new EditorView({ parent, state: state.update({ selection: { anchor: firstPlace(state) } }).state });
  };
  const extensions: Extension = [
    texts.of(t),
    pictureProxy.of(hasPictureProxy),
    nonce(),
    history(),
    drawnSelection,
    dropCursor(),
    EditorView.lineWrapping,
    textDirections,
    EditorState.allowMultipleSelections.of(true),
    placeholder(t('editor.placeholder')),
    keepCursorInView(),
    keepPlaceOnTurn,
    EditorView.contentAttributes.of({
      'aria-label': t('document.content'),
      'aria-describedby': 'editor-help',
      spellcheck: 'true',
      autocorrect: 'on',
      autocapitalize: 'sentences',
    }),
    editorKeys,
    markdownSupport(),
    syntaxColours,
    links,
    uploads,
    hasAi ? [aiSuggestions, aiMenu] : [],
    finding(t),
    completions({ docId, people, more: [file, ...(hasAi ? aiInsertions(docId) : [])] }),
    floatingToolbar([...(canComment ? [comment] : []), ...(hasAi ? [askAi] : [])]),
    copyingItems,
    pasting(upload),
    filesAround(upload),
    blockStructure,
    focusedTable,
    pointing,
    draggingText,
    lineClicks,
    trackedRanges,
    typingHandlers,
    typingBeforeMarks,
    wrappingSelection,
    startingTasks,
    chineseMarks,
    closingBrackets,
    removingEmptyMarks,
    wholeStyles,
    crossingMarks,
    liveSlot.of([]),
    EditorView.updateListener.of(onUpdate),
  ];
  try {
    return open(text.length > PLAIN_FROM);
  } catch (error) {
    // If the preview fails, open the text as plain Markdown.
    reportError(error);
    parent.replaceChildren();
    return open(true);
  }
}
