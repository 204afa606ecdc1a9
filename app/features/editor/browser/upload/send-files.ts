import type { EditorView } from '@codemirror/view';
import { uploadFile, uploadProblem } from '#app/browser/upload-file.ts';
import { rangeInCell } from '#app/features/editor/browser/table/cell-range.ts';
import { changesInCell } from '#app/features/editor/browser/table/change-cell.ts';
import { escapeCell } from '#app/features/editor/browser/table/parse-table.ts';
import { selectRange } from '#app/features/editor/browser/table/select-range.ts';
import { linkAt } from '#app/features/editor/browser/upload/link-place.ts';
import {
  findUpload,
  removeUpload,
  setUpload,
  type Upload,
  uploadsField,
} from '#app/features/editor/browser/upload/uploads.ts';
import { linkLabel } from '#app/schemas/link-label.ts';

let lastId = 0;

/** Uploads files one by one and inserts their links; each can be cancelled or retried. */
export function takeFiles(...taken: Parameters<typeof sendAll>): void {
  note(taken[0], sendAll(...taken));
}

async function sendAll(
  view: EditorView,
  docId: string,
  files: readonly File[],
  at = (rangeInCell(view) ?? view.state.selection.main).head,
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

const running = new WeakMap<EditorView, Promise<unknown>>();

/** Remembers work that changes the text of a view. */
function note(view: EditorView, work: Promise<unknown>): void {
  running.set(view, Promise.all([running.get(view), work]));
}

/** Resolves once no file is on its way, also none that was added meanwhile, and their links are in the text. */
export async function uploadsEnd(view: EditorView): Promise<void> {
  const work = running.get(view);
  await work;
  if (running.get(view) !== work) await uploadsEnd(view);
}

/** Stops the uploads of an editor that closes, as there is no text any more to link them. */
export function stopUploads(view: EditorView): void {
  for (const { stop } of view.state.field(uploadsField, false) ?? []) stop.abort();
}

export function retryUpload(view: EditorView, id: number): void {
  change(view, id, { problem: null, share: 0 });
  note(view, send(view, id));
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
    finish(view, id, `${type.startsWith('image/') ? '!' : ''}[${linkLabel(fileName)}](${downloadUrl})`);
  } catch (error) {
    change(view, id, { problem: uploadProblem(error) });
  }
}

/** Inserts a link in the cell at a position; a cursor there goes on behind it. Returns false outside of cells. */
function insertInCell(view: EditorView, at: number, link: string): boolean {
  const insert = escapeCell(link);
  const changes = changesInCell(view.state, { from: at, to: at, insert });
  if (!changes) return false;
  const isHere = rangeInCell(view)?.head === at;
  view.dispatch({ changes, userEvent: 'input.upload' });
  if (isHere) selectRange(view, { anchor: at + insert.length });
  return true;
}

function finish(view: EditorView, id: number, link: string): void {
  const upload = findUpload(view, id);
  if (!upload) return;
  const { at } = upload;
  if (insertInCell(view, at, link)) {
    view.dispatch({ effects: removeUpload.of(id) });
    return;
  }
  const insert = linkAt(view.state, at, link);
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
