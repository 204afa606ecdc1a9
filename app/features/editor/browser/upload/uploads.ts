import { StateEffect, StateField } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { UploadProblem } from '#app/browser/upload-file.ts';

/** An upload, shown at the position of its future link. */
export type Upload = {
  id: number;
  docId: string;
  at: number;
  file: File;
  share: number;
  problem: UploadProblem | null;
  stop: AbortController;
};

export const setUpload = StateEffect.define<Upload>();
export const removeUpload = StateEffect.define<number>();

export const uploadsField = StateField.define<readonly Upload[]>({
  create: () => [],
  update(before, { changes, effects }) {
    let now = changes.empty ? before : before.map((upload) => ({ ...upload, at: changes.mapPos(upload.at, 1) }));
    for (const effect of effects) {
      if (effect.is(removeUpload)) now = now.filter(({ id }) => id !== effect.value);
      if (!effect.is(setUpload)) continue;
      const known = now.find(({ id }) => id === effect.value.id);
      now = [...now.filter((upload) => upload !== known), { ...effect.value, at: known?.at ?? effect.value.at }];
    }
    return now;
  },
});

/** True if a file is on its way; one that failed waits for the user. */
export const isUploading = ({ state }: EditorView) =>
  (state.field(uploadsField, false) ?? []).some(({ problem }) => problem === null);

export const findUpload = (view: EditorView, id: number) =>
  view.state.field(uploadsField, false)?.find((upload) => upload.id === id);
