import { makeButton } from '#app/browser/make-button.ts';
import { pageTexts } from '#app/i18n/browser/page-texts.ts';

/** Opens a text's pictures in a lightbox with keys for the next and previous one. Returns a cleanup function. */
export function openPictures(page: HTMLElement): () => void {
  const pictures = [...page.querySelectorAll<HTMLImageElement>('.prose img')].filter((image) => !image.closest('a'));
  const stopped = new AbortController();
  const { signal } = stopped;
  for (const [index, image] of pictures.entries()) {
    image.tabIndex = 0;
    image.setAttribute('role', 'button');
    image.setAttribute('aria-haspopup', 'dialog');
    if (!image.alt) image.setAttribute('aria-label', nameOf(pictures, index));
    image.classList.add('zooms');
    const open = () => show(pictures, index, signal);
    image.addEventListener('click', open, { signal });
    image.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        open();
      },
      { signal },
    );
  }
  return () => {
    stopped.abort();
    for (const image of pictures) {
      image.classList.remove('zooms');
      for (const name of ['tabindex', 'role', 'aria-haspopup', 'aria-label']) image.removeAttribute(name);
    }
  };
}

/** Returns the place of a picture and its alternative text. */
function nameOf(pictures: readonly HTMLImageElement[], index: number): string {
  const place = pageTexts()('reading.pictureAt', { nth: index + 1, total: pictures.length });
  return [place, pictures[index]?.alt].filter(Boolean).join(': ');
}

/** Shows a picture until it is closed or the signal aborts, as its page is left. */
function show(pictures: readonly HTMLImageElement[], first: number, signal: AbortSignal): void {
  const t = pageTexts();
  let index = first;
  const dialog = document.createElement('dialog');
  dialog.className = 'lightbox';
  dialog.setAttribute('aria-label', t('reading.picture'));
  const image = document.createElement('img');
  image.referrerPolicy = 'no-referrer';
  const close = makeButton(t('reading.close'), 'button');
  const said = document.createElement('p');
  said.className = 'sr-only';
  said.setAttribute('role', 'status');
  const turn = (by: number) => {
    index = (index + by + pictures.length) % pictures.length;
    const shown = pictures[index];
    image.src = shown?.src ?? '';
    image.alt = shown?.alt ?? '';
    said.textContent = nameOf(pictures, index);
  };
  dialog.append(image, close, said);
  // A press anywhere but on a control closes the picture.
  dialog.addEventListener('click', () => dialog.close());
  dialog.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowRight') turn(1);
    if (key === 'ArrowLeft') turn(-1);
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (!signal.aborted) pictures[index]?.focus();
  });
  signal.addEventListener('abort', () => dialog.close(), { once: true });
  document.body.append(dialog);
  dialog.showModal();
  // The live region is there before its text, which is read therefore.
  turn(0);
}
