/** Highlights the current heading in the table of contents. Returns a cleanup function. */
export function followOutline(page: HTMLElement): () => void {
  const links = [...page.querySelectorAll<HTMLAnchorElement>('.toc a')];
  const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  if (links.length === 0) return () => undefined;
  let current: HTMLAnchorElement | undefined;
  let isAsked = false;
  const mark = () => {
    isAsked = false;
    // A third down the window: a heading above this line counts as reached.
    const line = innerHeight / 3;
    const last = headings.findLastIndex((heading) => heading && heading.getBoundingClientRect().top <= line);
    const link = links[Math.max(0, last)];
    if (link === current) return;
    current?.removeAttribute('aria-current');
    link?.setAttribute('aria-current', 'true');
    current = link;
    keepInSight(link);
  };
  const onScroll = () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(mark);
  };
  addEventListener('scroll', onScroll, { passive: true });
  mark();
  return () => {
    removeEventListener('scroll', onScroll);
    current?.removeAttribute('aria-current');
  };
}

/** Scrolls only the list, not the page. */
function keepInSight(link: HTMLElement | undefined): void {
  const list = link?.closest('ol');
  if (!link || !list) return;
  const { top, bottom } = list.getBoundingClientRect();
  const at = link.getBoundingClientRect();
  if (at.top < top || at.bottom > bottom) list.scrollTop += at.top - top - list.clientHeight / 2;
}
