import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown } from '@codemirror/lang-markdown';
import { EditorView, keymap } from '@codemirror/view';

// A plain CodeMirror with its Markdown language, history and keys; nothing is rendered or saved.
const text = await (await fetch('/text')).text();
new EditorView({
  parent: document.body,
  doc: text,
  extensions: [history(), keymap.of([...historyKeymap, ...defaultKeymap]), EditorView.lineWrapping, markdown()],
});
