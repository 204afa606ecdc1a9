import { inward } from '#app/address/base-path.ts';
import { request } from '#app/browser/request.ts';

type Card = { title: string; icon: string | null; excerpt: string; updatedAt: string };

const REST_MS = 350;
const GRACE_MS = 200;
const LINK = /^\/doc\/(c[a-z0-9]{6,})$/;

/** Time for which a card is shown again without asking. */
const FRESH_MS = 60_000;

const known = new Map<string, { card: Promise<Card>; at: number }>();

function load(id: string): Promise<Card> {
  const found = known.get(id);
  if (found && Date.now() - found.at < FRESH_MS) return found.card;
  const card = request<Card>('GET', `/api/documents/${id}/card`, { quiet: true });
  known.set(id, { card, at: Date.now() });
  // Retry a failed request on the next hover.
  card.catch(() => known.delete(id));
  return card;
}

function draw({ title, icon, excerpt, updatedAt }: Card): HTMLElement {
  const box = document.createElement('div');
  box.className = 'hover-card';
  box.setAttribute('aria-hidden', 'true');
  const head = document.createElement('strong');
  head.textContent = `${icon ?? ''} ${title}`.trim();
  const text = document.createElement('p');
  text.textContent = excerpt;
  const when = document.createElement('small');
  when.textContent = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium' }).format(
    new Date(updatedAt),
  );
  box.append(head, text, when);
  return box;
}

function place(box: HTMLElement, link: HTMLElement): void {
  const { left, top, bottom } = link.getBoundingClientRect();
  const fits = bottom + box.offsetHeight + 8 < innerHeight;
  box.style.left = `${Math.max(8, Math.min(left, innerWidth - box.offsetWidth - 8))}px`;
  box.style.top = `${fits ? bottom + 6 : Math.max(8, top - box.offsetHeight - 6)}px`;
}

/** Shows a preview card beside a hovered document link. Returns a cleanup function. */
export function showHoverCards(page: HTMLElement): () => void {
  const stopped = new AbortController();
  const on = { signal: stopped.signal };
  let wanted: HTMLAnchorElement | null = null;
  let box: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hide = () => {
    clearTimeout(timer);
    wanted = null;
    box?.remove();
    box = null;
  };
  const show = async (link: HTMLAnchorElement, id: string) => {
    const card = await load(id).catch(() => null);
    // No access, or the pointer has moved on: show no card.
    if (!card || wanted !== link) return;
    box?.remove();
    box = draw(card);
    document.body.append(box);
    place(box, link);
  };
  page.addEventListener(
    'pointerover',
    (event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('.prose a, .backlinks a, .children a');
      const id = link && link.origin === location.origin ? LINK.exec(inward(link.pathname))?.[1] : undefined;
      if (event.pointerType !== 'mouse' || link === wanted) return;
      clearTimeout(timer);
      if (!link || !id) {
        // A return within the grace time is a new hover.
        wanted = null;
        timer = setTimeout(hide, GRACE_MS);
        return;
      }
      wanted = link;
      timer = setTimeout(() => void show(link, id), REST_MS);
    },
    on,
  );
  page.addEventListener('pointerleave', hide, on);
  page.addEventListener('click', hide, on);
  addEventListener('scroll', hide, { ...on, passive: true });
  addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), on);
  return () => {
    stopped.abort();
    hide();
  };
}
