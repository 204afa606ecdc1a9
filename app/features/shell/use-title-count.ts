import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Shows the number of unread notifications in the title of the tab: `(3) Garden · Arbor`. */
export function useTitleCount(unread: number): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page sets its own title
  useEffect(() => {
    const title = document.title.replace(/^\(\d+\+?\) /, '');
    document.title = unread > 0 ? `(${unread > 999 ? '999+' : unread}) ${title}` : title;
  }, [unread, key]);
}
