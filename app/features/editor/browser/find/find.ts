import { search } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { scrollToMatch } from '#app/features/editor/browser/cursor-in-view.ts';
import { FindPanel } from '#app/features/editor/browser/find/find-panel.ts';
import { replacingInTables } from '#app/features/editor/browser/find/replace-in-tables.ts';

/** Finding and replacing in the text. The phrases are those that CodeMirror announces or shows itself. */
export const finding = (t: (key: string) => string): Extension => [
  search({ top: true, literal: true, createPanel: (view) => new FindPanel(view), scrollToMatch }),
  replacingInTables,
  EditorState.phrases.of({
    'current match': t('editor.find.current'),
    'on line': t('editor.find.onLine'),
    'replaced match on line $': t('editor.find.replacedOnLine'),
    'replaced $ matches': t('editor.find.replaced'),
    'Go to line': t('editor.find.goToLine'),
    go: t('editor.find.go'),
    close: t('editor.find.close'),
  }),
];
