import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { inward, outward } from '#app/address/base-path.ts';

/**
 * Makes plain links navigate without a page load. One listener for all: hundreds of tree links cost nothing to render
 * or hydrate.
 */
export function useLinkNavigation(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element | null)?.closest?.('a');
      if (!link || !isPlainClick(event) || !staysInApp(link)) return;
      event.preventDefault();
      // Close menus left open on the previous page.
      for (const menu of document.querySelectorAll('details.pop[open]')) menu.removeAttribute('open');
      // In the tree, letters search titles. After a click the new page's heading takes the focus, so that its keys work.
      if (event.detail > 0 && link.matches('.tree a.row')) (document.activeElement as HTMLElement | null)?.blur();
      const preventScrollReset = link.hasAttribute('data-keeps-scroll');
      // The fragment is only for browsers without scripts; here the scroll position is kept.
      void navigate(inward(link.pathname) + link.search + (preventScrollReset ? '' : link.hash), {
        preventScrollReset,
      });
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [navigate]);
}

function isPlainClick(event: MouseEvent): boolean {
  const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return event.button === 0 && !hasModifier && !event.defaultPrevented;
}

/**
 * Links to files have `data-file` instead of `download`: the latter saves the page that a redirect leads to, such as
 * `login.html`. The response has `Content-Disposition: attachment`.
 */
function staysInApp(link: HTMLAnchorElement): boolean {
  const isOther = link.origin !== location.origin || outward(link.pathname) !== link.pathname;
  const isElsewhere = isOther || Boolean(link.target) || link.hasAttribute('data-file');
  const isSamePage = link.pathname === location.pathname && link.search === location.search && link.hash !== '';
  // Browsers follow a text fragment only when they load the page.
  const isPassage = link.hash.includes(':~:');
  return !isElsewhere && !isSamePage && !isPassage && !/^\/(?:api|s|covers|locales)\//.test(inward(link.pathname));
}
