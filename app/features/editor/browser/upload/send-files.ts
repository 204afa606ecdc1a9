import type { EditorView } from '@codemirror/view';
import { uploadFile, uploadProblem } from '#app/browser/upload-file.ts';
import { findUpload, removeUpload, setUpload, type Upload } from '#app/features/editor/browser/upload/uploads.ts';

let lastId = 0;
const escaped = (name: string) => name.replace(/[\\[\]]/g, '\\$&');

/** Uploads files one by one and inserts their links; each can be cancelled or retried. */
export async function takeFiles(
  view: EditorView,
  docId: string,
  files: readonly File[],
  at = view.state.selection.main.head,
): Promise<void> {
  const begun = files.map((file): Upload => {
    lastId += 1;
    return { id: lastId, docId, at, file, share: 0, problem: null, stop: new AbortController() };
  });
  view.dispatch({ effects: begun.map((upload) => setUpload.of(upload)) });
  for (const { id } of begun) await send(view, id);
}

export function cancelUpload(view: EditorView, id: number): void {
  findUpload(view, id)?.stop.abort();
  view.dispatch({ effects: removeUpload.of(id) });
  view.focus();
}

export function retryUpload(view: EditorView, id: number): void {
  change(view, id, { problem: null, share: 0 });
  void send(view, id);
}

function change(view: EditorView, id: number, changes: Partial<Upload>): void {
  const upload = findUpload(view, id);
  if (upload) view.dispatch({ effects: setUpload.of({ ...upload, ...changes }) });
}

async function send(view: EditorView, id: number): Promise<void> {
  const begun = findUpload(view, id);
  if (!begun) return;
  const { file, docId, stop } = begun;
  try {
    const onProgress = (share: number) => change(view, id, { share });
    const { fileName, downloadUrl, type } = await uploadFile(file, { docId, signal: stop.signal, onProgress });
    finish(view, id, `${type.startsWith('image/') ? '!' : ''}[${escaped(fileName)}](${downloadUrl})`);
  } catch (error) {
    change(view, id, { problem: uploadProblem(error) });
  }
}

function finish(view: EditorView, id: number, link: string): void {
  const upload = findUpload(view, id);
  if (!upload) return;
  const { at } = upload;
  const insert = `${link}\n`;
  const { empty, head } = view.state.selection.main;
  // Move a cursor at that position behind the link.
  const selection = empty && head === at ? { anchor: at + insert.length } : undefined;
  view.dispatch({
    changes: { from: at, insert },
    ...(selection ? { selection } : {}),
    effects: removeUpload.of(id),
    userEvent: 'input.upload',
  });
}
