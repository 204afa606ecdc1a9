import { EditorView } from '@codemirror/view';
import { trackRange } from '#app/features/editor/browser/track-range.ts';

/**
 * Completes the address of a link that is typed without a scheme, when the cursor leaves it. Loads the rules with the
 * first link. Cells have no view of their own.
 */
export function completeAddress(view: EditorView, from: number, to = from): void {
  if (!(view instanceof EditorView)) return;
  const was = view.state.sliceDoc(from, to);
  const follow = (at: number) => trackRange(view, { from: at, to: at });
  const place = follow(from);
  import('#app/features/editor/browser/writing/typed-address.ts').then(
    ({ awaitAddress }) => awaitAddress(view, place, follow, was),
    (error: unknown) => console.warn('The address is not completed:', error),
  );
}
