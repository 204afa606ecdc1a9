import { Facet } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { proxiedPicture } from '#app/browser/foreign-pictures.ts';

/** Whether this server fetches pictures of other hosts (`PICTURE_PROXY`). */
export const pictureProxy = Facet.define<boolean, boolean>({ combine: ([isOn]) => isOn ?? false });

/** Returns the address under which a picture is drawn: through the proxy from the start, so that no host is asked. */
export const pictureSource = (view: EditorView, address: string): string =>
  view.state.facet(pictureProxy) ? proxiedPicture(address) : address;
