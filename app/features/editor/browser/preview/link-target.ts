import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { outward } from '#app/address/base-path.ts';

/** Returns the destination of a link or image as written; null for reference links. */
export function addressOf(state: EditorState, node: SyntaxNode): string | null {
  const url = node.getChild('URL');
  if (!url) return null;
  return state.sliceDoc(url.from, url.to).replace(/^<|>$/g, '');
}

/** Tests whether the page shows this image: own files and images of the web. */
export const isShownImage = (address: string) => /^(?:https?:\/\/|\/(?!\/))/i.test(address);

/** Returns the address for the browser if it is safe to open, else null. */
export function openable(address: string): string | null {
  if (/^(?:https?:|mailto:)/i.test(address) || /^[/#](?!\/)/.test(address)) return outward(address);
  return null;
}
