import type { Extension } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import { makeButton } from '#app/browser/make-button.ts';
import { drawnBlocks, outsideBlocks } from '#app/features/editor/browser/preview/drawn-blocks.ts';
import { textOf } from '#app/features/editor/browser/texts.ts';
import { cancelUpload, retryUpload } from '#app/features/editor/browser/upload/send-files.ts';
import { type Upload, uploadsField } from '#app/features/editor/browser/upload/uploads.ts';

class UploadWidget extends WidgetType {
  readonly upload: Upload;
  constructor(upload: Upload) {
    super();
    this.upload = upload;
  }
  override eq(other: UploadWidget): boolean {
    return other.upload === this.upload;
  }
  toDOM(view: EditorView): HTMLElement {
    const box = document.createElement('span');
    box.className = 'cm-upload';
    box.dataset.upload = String(this.upload.id);
    const name = document.createElement('span');
    const bar = document.createElement('progress');
    const note = document.createElement('span');
    note.setAttribute('role', 'status');
    const { id } = this.upload;
    const retry = makeButton(textOf(view, 'editor.upload.retry'), 'button small', () => retryUpload(view, id));
    const cancel = makeButton('', 'button small', () => cancelUpload(view, id));
    box.append(name, bar, note, retry, cancel);
    this.updateDOM(box, view);
    return box;
  }
  override updateDOM(box: HTMLElement, view: EditorView): boolean {
    const { id, file, share, problem } = this.upload;
    if (box.dataset.upload !== String(id)) return false;
    const [name, bar, note, retry, cancel] = box.children as unknown as HTMLElement[];
    name!.textContent = file.name;
    (bar as HTMLProgressElement).value = share;
    bar!.setAttribute('aria-label', file.name);
    bar!.hidden = problem !== null;
    note!.textContent = problem?.text ?? '';
    retry!.hidden = !problem?.mayPass;
    cancel!.textContent = textOf(view, problem ? 'editor.upload.remove' : 'editor.upload.cancel');
    return true;
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

const drawn = EditorView.decorations.compute([uploadsField, drawnBlocks], (state) => {
  const widgets = state.field(uploadsField).map((upload) => {
    const widget = new UploadWidget(upload);
    return Decoration.widget({ widget, side: 1 }).range(outsideBlocks(state, Math.min(upload.at, state.doc.length)));
  });
  return Decoration.set(widgets, true);
});

/** Shows uploads inside the text: name, progress and error. */
export const uploads: Extension = [uploadsField, drawn];
