import { useEffect } from 'react';

/** Shows the number of unread notifications in the title of the tab: `(3) Garden · Arbor`. */
export function useTitleCount(unread: number): void {
  useEffect(() => {
    if (unread > 0) return prefixTitle(`(${unread > 999 ? '999+' : unread}) `);
  }, [unread]);
}

/** Puts a prefix before each title that the page gets. Returns a function that removes it. */
export function prefixTitle(prefix: string): () => void {
  let bare = '';
  let shown: string | null = null;
  const show = () => {
    if (document.title === shown) return;
    bare = document.title;
    shown = prefix + bare;
    document.title = shown;
  };
  const changes = new MutationObserver(show);
  changes.observe(document.head, { childList: true, characterData: true, subtree: true });
  show();
  return () => {
    changes.disconnect();
    if (document.title === shown) document.title = bare;
  };
}
