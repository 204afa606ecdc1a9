import { Facet } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { outward } from '#app/address/base-path.ts';
import { proxiedPicture } from '#app/browser/foreign-pictures.ts';

/** True if this server fetches images of other hosts (`PICTURE_PROXY`). */
export const pictureProxy = Facet.define<boolean, boolean>({ combine: ([isOn]) => isOn ?? false });

/** Returns the source of an image. With the proxy, other hosts never receive a request from the browser. */
export const pictureSource = (view: EditorView, address: string): string =>
  view.state.facet(pictureProxy) ? proxiedPicture(address) : outward(address);
