import { openSheet } from '#app/features/comments/browser/open-sheet.ts';
import { stackCards } from '#app/features/comments/browser/stack-cards.ts';
import { isComposingKey } from '#app/ui/composing-key.ts';

const IN_MARGIN = '(min-width: 80rem)';
/** Bottom of the last card, to which the page's height is extended. */
const MARGIN_END = '--margin-end';

type Placed = { card: HTMLElement; mark: HTMLElement };

/**
 * Shows the open threads of passages beside their words: as cards in the margin from 1,280 px on, in a sheet on
 * smaller screens. The threads keep their place in the document, which is the order for keyboards and screen readers.
 * Scrolls to the passage of the URL's thread unless the page is at its place already. Returns a cleanup function.
 */
export function placeThreads(page: HTMLElement, closeLabel: string, isAtPlace: boolean): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const wide = matchMedia(IN_MARGIN);
  // The address of a thread or of one of its comments.
  let active: string | null = document.getElementById(location.hash.slice(1))?.closest('.thread')?.id ?? null;
  let frame = 0;
  const layOut = () => {
    frame = 0;
    const placed = wide.matches ? placedIn(page) : [];
    const chosen = placed.some(({ card }) => card.id === active) ? active : null;
    setActive(page, chosen);
    for (const card of page.querySelectorAll<HTMLElement>('.thread.in-margin')) {
      if (!placed.some((one) => one.card === card)) takeOut(card);
    }
    stack(page, placed, chosen);
  };
  const later = () => {
    if (frame === 0) frame = requestAnimationFrame(layOut);
  };
  const choose = (id: string | null) => {
    if (active === id) return;
    active = id;
    later();
  };
  const onClick = (event: MouseEvent) => {
    const target = event.target as Element;
    const mark = target.closest<HTMLAnchorElement>('a.passage-mark');
    if (!mark) return choose(target.closest('.thread.in-margin')?.id ?? null);
    const card = document.getElementById(mark.hash.slice(1));
    if (!card || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (wide.matches) choose(card.id);
    else openSheet(card, closeLabel, () => mark.focus({ preventScroll: true }));
    card.tabIndex = -1;
    card.focus({ preventScroll: true });
  };
  const onFocus = (event: FocusEvent) => {
    const card = (event.target as Element).closest('.thread.in-margin');
    if (card) choose(card.id);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isComposingKey(event)) return;
    const card = (event.target as Element).closest<HTMLElement>('.thread.in-margin');
    if (!card || !page.contains(card)) return;
    choose(null);
    markOf(card)?.focus();
  };
  const resized = new ResizeObserver(later);
  const changed = new MutationObserver(() => {
    observeCards();
    later();
  });
  const observeCards = () => {
    resized.disconnect();
    resized.observe(page);
    for (const card of page.querySelectorAll('.thread')) resized.observe(card);
  };
  page.addEventListener('click', onClick, { signal });
  page.addEventListener('focusin', onFocus, { signal });
  // Behind the listeners of React: Escape first closes what a field of the card shows.
  document.addEventListener('keydown', onKey, { signal });
  wide.addEventListener('change', later, { signal });
  changed.observe(page, { childList: true, subtree: true });
  observeCards();
  layOut();
  if (!isAtPlace) showAddressed(page);
  return () => {
    ending.abort();
    resized.disconnect();
    changed.disconnect();
    cancelAnimationFrame(frame);
    setActive(page, null);
    for (const card of page.querySelectorAll<HTMLElement>('.thread.in-margin')) takeOut(card);
    page.style.removeProperty(MARGIN_END);
  };
}

/**
 * Scrolls to the passage of the thread named by the URL's fragment. The browser itself scrolls to the thread below the
 * text.
 */
function showAddressed(page: HTMLElement): void {
  const card = page.querySelector('.thread.in-margin[data-active]');
  if (card) markOf(card)?.scrollIntoView({ block: 'center', behavior: 'instant' });
}

const markOf = (card: Element) =>
  document.getElementById(card.id.replace('thread-', 'passage-')) as HTMLAnchorElement | null;

/** Returns the threads whose passage is marked, in the order of the passages. */
function placedIn(page: HTMLElement): Placed[] {
  const marks = page.querySelectorAll<HTMLAnchorElement>('a.passage-mark[id]');
  return [...marks].flatMap((mark) => {
    const card = document.getElementById(mark.hash.slice(1));
    return card ? [{ card, mark }] : [];
  });
}

function setActive(page: HTMLElement, id: string | null): void {
  for (const element of page.querySelectorAll<HTMLElement>('[data-active]')) delete element.dataset.active;
  if (id === null) return;
  for (const mark of page.querySelectorAll<HTMLElement>(`a.passage-mark[href="#${id}"]`)) mark.dataset.active = '';
  const card = document.getElementById(id);
  if (card) card.dataset.active = '';
}

/** Positions the cards and makes the page tall enough for the last one. */
function stack(page: HTMLElement, placed: Placed[], active: string | null): void {
  page.style.removeProperty(MARGIN_END);
  if (placed.length === 0) return;
  for (const { card } of placed) card.classList.add('in-margin');
  const upper = page.getBoundingClientRect().top;
  const least = page.querySelector('.title')?.getBoundingClientRect().top ?? upper;
  const cards = placed.map(({ card, mark }) => ({
    at: mark.getBoundingClientRect().top - upper,
    height: card.offsetHeight,
  }));
  const tops = stackCards(
    cards,
    placed.findIndex(({ card }) => card.id === active),
    least - upper,
  );
  placed.forEach(({ card }, nth) => {
    card.style.insetBlockStart = `${Math.round(tops[nth]!)}px`;
  });
  page.style.setProperty(MARGIN_END, `${Math.ceil(tops.at(-1)! + cards.at(-1)!.height)}px`);
}

function takeOut(card: HTMLElement): void {
  card.classList.remove('in-margin');
  card.style.insetBlockStart = '';
}
