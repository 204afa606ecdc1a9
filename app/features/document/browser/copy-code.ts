import { makeButton } from '#app/browser/make-button.ts';
import { pageTexts } from '#app/i18n/browser/page-texts.ts';
import { copyText } from '#app/ui/copy-text.ts';
import { keyNames } from '#app/ui/key-names.ts';

const SAID_MS = 2000;

/** Adds a copy button to each code block. Returns a cleanup function. */
export function addCopyButtons(page: HTMLElement): () => void {
  const t = pageTexts();
  const added: HTMLElement[] = [];
  for (const code of page.querySelectorAll<HTMLElement>('.prose pre')) {
    const frame = document.createElement('div');
    frame.className = 'code-frame';
    const button = makeButton(t('reading.copy'), 'button small code-copy');
    button.addEventListener('click', () => void copy(button, code));
    code.replaceWith(frame);
    frame.append(code, button);
    added.push(frame);
  }
  return () => {
    for (const frame of added) frame.replaceWith(...frame.querySelectorAll('pre'));
  };
}

async function copy(button: HTMLElement, code: HTMLElement): Promise<void> {
  const t = pageTexts();
  const isCopied = await copyText(code.textContent ?? '');
  // If the clipboard is refused, select the code for copying by hand.
  if (!isCopied) getSelection()?.selectAllChildren(code);
  button.textContent = isCopied ? t('reading.copied') : t('reading.copyByHand', { keys: keyNames('Ctrl C') });
  setTimeout(() => {
    button.textContent = t('reading.copy');
  }, SAID_MS);
}
