import type { EditorView } from '@codemirror/view';

const MAIL = /^[^\s@/:?#]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.\p{L}{2,}$/u;
const HOST = /^(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+(?:\p{L}{2,}|xn--[\w-]+)(?::\d+)?(?=[/?#]|$)/iu;
/** Endings of files beside a document, some of which are also those of hosts. */
const FILE =
  /^(?!www\.)[^/]*\.(?:md|markdown|txt|pdf|docx?|xlsx?|pptx?|od[tsp]|csv|html?|json|ya?ml|xml|png|jpe?g|gif|svg|webp|zip|mp[34]|[jt]sx?|py|sh|rs|css)(?:[?#].*)?$/i;

/** Returns the scheme that a typed address lacks; empty for paths and file names. */
export function schemeFor(address: string): string {
  if (MAIL.test(address)) return 'mailto:';
  return HOST.test(address) && !FILE.test(address) ? 'https://' : '';
}

type Place = { end: () => { from: number } };

/** Inserts the missing scheme once the cursor has left the address that begins at a place, if it is not what it was. */
export function awaitAddress(view: EditorView, begun: Place, follow: (at: number) => Place, was: string): void {
  let place = begun;
  const check = () => {
    const { from } = place.end();
    const { doc, selection } = view.state;
    const address = /^[^()\s]*/.exec(doc.sliceString(from, doc.lineAt(from).to))?.[0] ?? '';
    const to = from + address.length;
    if (view.dom.isConnected && selection.main.from >= from && selection.main.to <= to) {
      place = follow(from);
      return;
    }
    document.removeEventListener('selectionchange', check);
    const isInLink = doc.sliceString(Math.max(0, from - 1), from) === '(' && doc.sliceString(to, to + 1) === ')';
    const insert = view.dom.isConnected && isInLink && address !== was ? schemeFor(address) : '';
    if (insert) view.dispatch({ changes: { from, insert }, userEvent: 'input' });
  };
  document.addEventListener('selectionchange', check);
  check();
}
