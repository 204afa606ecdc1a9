import { Facet } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

type Texts = (key: string, values?: Record<string, string>) => string;

/** The page's texts, for what the editor draws itself. */
export const texts = Facet.define<Texts, Texts>({ combine: ([t]) => t ?? ((key) => key) });

export const textOf = (view: EditorView, key: string, values?: Record<string, string>) =>
  view.state.facet(texts)(key, values);
