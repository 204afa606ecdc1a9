/** Signs the address and redirects to the picture (`app/routes/api/foreign-picture.ts`). */
const SIGNER = '/api/pictures?url=';

/** Returns the address under which this server shows a picture of another host; own and other addresses as they are. */
export function proxiedPicture(address: string): string {
  const url = URL.parse(address, location.href);
  const isForeign = url !== null && /^https?:$/.test(url.protocol) && url.origin !== location.origin;
  return isForeign ? SIGNER + encodeURIComponent(url.href) : address;
}

/**
 * Lets pictures of other hosts that a script drew without `proxiedPicture` come through this server: the page's policy
 * refuses their own addresses, and only the server can sign others.
 */
export function fetchForeignPictures(): void {
  const onError = ({ target }: Event) => {
    if (!(target instanceof HTMLImageElement)) return;
    const source = proxiedPicture(target.src);
    if (source !== target.src) target.src = source;
  };
  // Errors of pictures do not bubble.
  document.addEventListener('error', onError, { capture: true });
}
