import { makeButton } from '#app/browser/make-button.ts';
import { RequestError, request } from '#app/browser/request.ts';
import { pageTexts } from '#app/i18n/browser/page-texts.ts';
import { addToast } from '#app/ui/toasts.ts';

const STEP = 2;
const clamp = (percent: number) => Math.min(100, Math.max(0, percent));

/** Adds a button to position the cover by dragging or arrow keys. `onSaved` reloads its data. Returns a cleanup function. */
export function placeCover(page: HTMLElement, docId: string, onSaved: () => void): () => void {
  const frame = page.querySelector<HTMLElement>('.cover-frame[data-can-edit]');
  const image = frame?.querySelector<HTMLImageElement>('.cover');
  if (!frame || !image) return () => undefined;
  const t = pageTexts();
  const bar = document.createElement('div');
  bar.className = 'cover-bar';
  const begin = makeButton(t('cover.reposition'), 'button small');
  let cancel = () => {};
  begin.addEventListener('click', () => {
    cancel = reposition({ frame, image, bar, begin, docId, onSaved });
  });
  bar.append(begin);
  frame.append(bar);
  const offer = () => {
    begin.hidden = hiddenHeight(image) < 1;
  };
  image.addEventListener('load', offer);
  const sizes = new ResizeObserver(offer);
  sizes.observe(image);
  return () => {
    sizes.disconnect();
    image.removeEventListener('load', offer);
    cancel();
    bar.remove();
  };
}

/** Returns how many pixels of the picture's height the frame hides; 0 until the picture has loaded. */
function hiddenHeight(image: HTMLImageElement): number {
  const { naturalWidth, naturalHeight, clientWidth, clientHeight } = image;
  return naturalWidth > 0 ? naturalHeight * (clientWidth / naturalWidth) - clientHeight : 0;
}

type Placed = {
  frame: HTMLElement;
  image: HTMLImageElement;
  bar: HTMLElement;
  begin: HTMLButtonElement;
  docId: string;
  onSaved: () => void;
};

/** Shows the slider and its buttons. Returns a function that ends it unless it has ended. */
function reposition({ frame, image, bar, begin, docId, onSaved }: Placed): () => void {
  const t = pageTexts();
  const before = image.style.objectPosition;
  let percent = Number(/([\d.]+)%$/.exec(before)?.[1] ?? 0);
  const ended = new AbortController();
  const on = { signal: ended.signal };
  const show = (next: number) => {
    percent = clamp(next);
    image.style.objectPosition = `50% ${percent}%`;
    slider.setAttribute('aria-valuenow', String(Math.round(percent)));
  };
  const slider = document.createElement('div');
  slider.className = 'cover-slider';
  slider.tabIndex = 0;
  for (const [name, value] of [
    ['role', 'slider'],
    ['aria-label', t('cover.scrollY')],
    ['aria-orientation', 'vertical'],
    ['aria-valuemin', '0'],
    ['aria-valuemax', '100'],
  ] as const)
    slider.setAttribute(name, value);
  const hint = document.createElement('span');
  hint.textContent = t('cover.drag');
  slider.append(hint);
  const finish = () => {
    ended.abort();
    slider.remove();
    bar.replaceChildren(begin);
    begin.focus();
  };
  const cancel = () => {
    if (ended.signal.aborted) return;
    image.style.objectPosition = before;
    finish();
  };
  const save = makeButton(t('form.save'), 'button small main');
  const away = makeButton(t('form.cancel'), 'button small');
  save.addEventListener('click', async () => {
    try {
      await request('PUT', `/api/documents/${docId}/cover`, { body: { scrollY: percent } });
      if (!ended.signal.aborted) finish();
      onSaved();
    } catch (error) {
      cancel();
      const isSaid = error instanceof RequestError && error.failure === 'answer';
      if (isSaid) addToast({ title: error.message, variant: 'destructive' });
    }
  });
  away.addEventListener('click', cancel);
  slider.addEventListener('pointerdown', ({ pointerId }) => slider.setPointerCapture(pointerId), on);
  slider.addEventListener(
    'pointermove',
    ({ movementY, buttons }) => {
      if (buttons === 0) return;
      const hiddenPx = hiddenHeight(image);
      if (hiddenPx > 0) show(percent - (movementY / hiddenPx) * 100);
    },
    on,
  );
  slider.addEventListener(
    'keydown',
    (event) => {
      const by = { ArrowUp: -STEP, ArrowDown: STEP }[event.key];
      if (event.key === 'Escape') cancel();
      if (by === undefined) return;
      event.preventDefault();
      show(percent + by);
    },
    on,
  );
  bar.replaceChildren(save, away);
  frame.append(slider);
  show(percent);
  slider.focus();
  return cancel;
}
