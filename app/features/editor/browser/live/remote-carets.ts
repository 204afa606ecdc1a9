import { EditorView } from '@codemirror/view';

/** Styles others' cursors: a line with a name above it. Nothing blinks. */
export const remoteCarets = EditorView.theme({
  '.cm-ySelectionCaretDot': { display: 'none' },
  '.cm-ySelectionInfo': {
    opacity: '1',
    top: '-1.35em',
    padding: '0 4px',
    borderRadius: '4px 4px 4px 0',
    fontFamily: 'inherit',
    fontSize: '11px',
    lineHeight: '16px',
    color: '#fff',
  },
});
