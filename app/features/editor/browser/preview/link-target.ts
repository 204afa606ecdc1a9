import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';

/** Where a link or picture leads, as it is written; null for one by reference. */
export function addressOf(state: EditorState, node: SyntaxNode): string | null {
  const url = node.getChild('URL');
  if (!url) return null;
  return state.sliceDoc(url.from, url.to).replace(/^<|>$/g, '');
}

/** The same as the page shows: our own files and pictures of the web. */
export const isShownImage = (address: string) => /^(?:https?:\/\/|\/(?!\/))/i.test(address);

/** A link the browser may be sent to: never a script. */
export function openable(address: string): string | null {
  if (/^(?:https?:|mailto:)/i.test(address) || /^[/#](?!\/)/.test(address)) return address;
  return null;
}
