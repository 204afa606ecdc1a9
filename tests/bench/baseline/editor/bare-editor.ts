import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown } from '@codemirror/lang-markdown';
import { EditorView, keymap } from '@codemirror/view';

// A plain CodeMirror with its Markdown language, history, keys and a direction for each line, as right-to-left text needs;
// nothing is rendered or saved.
const text = await (await fetch('/text')).text();
new EditorView({
  parent: document.body,
  doc: text,
  extensions: [
    history(),
    keymap.of([...historyKeymap, ...defaultKeymap]),
    EditorView.lineWrapping,
    EditorView.perLineTextDirection.of(true),
    markdown(),
  ],
});
