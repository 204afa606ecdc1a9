import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown } from '@codemirror/lang-markdown';
import { EditorView, keymap } from '@codemirror/view';

// What CodeMirror takes by itself: its Markdown language, history and keys, nothing drawn, nothing saved.
const text = await (await fetch('/text')).text();
new EditorView({
  parent: document.body,
  doc: text,
  extensions: [history(), keymap.of([...historyKeymap, ...defaultKeymap]), EditorView.lineWrapping, markdown()],
});
