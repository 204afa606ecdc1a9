import { Facet } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

type Texts = (key: string, values?: Record<string, string>) => string;

/** Translations for DOM that the editor builds. */
export const texts = Facet.define<Texts, Texts>({ combine: ([t]) => t ?? ((key) => key) });

export const textOf = (view: EditorView, key: string, values?: Record<string, string>) =>
  view.state.facet(texts)(key, values);
