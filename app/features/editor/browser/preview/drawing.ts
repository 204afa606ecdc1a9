import type { EditorState, Range } from '@codemirror/state';
import { Decoration } from '@codemirror/view';

/** Context for functions that decorate a node. `touches` is true where the selection is; marks stay visible there. */
export type Drawing = {
  state: EditorState;
  add: (range: Range<Decoration>) => void;
  touches: (from: number, to: number) => boolean;
  touchesLines: (from: number, to: number) => boolean;
};

export const hidden = Decoration.replace({});
export const line = (className: string, attributes?: Record<string, string>) =>
  Decoration.line({ class: className, ...(attributes ? { attributes } : {}) });
