/** Signs the address and redirects to the picture (`app/routes/api/foreign-picture.ts`). */
const SIGNER = '/api/pictures?url=';

/**
 * Lets pictures of other hosts that a script drew, such as the editor's, come through this server: the page's policy
 * refuses their own addresses, and only the server can sign others.
 */
export function fetchForeignPictures(): void {
  const onError = ({ target }: Event) => {
    if (!(target instanceof HTMLImageElement) || !/^https?:/.test(target.src)) return;
    if (new URL(target.src).origin === location.origin) return;
    target.src = SIGNER + encodeURIComponent(target.src);
  };
  // Errors of pictures do not bubble.
  document.addEventListener('error', onError, { capture: true });
}
