import { outward } from '#app/address/base-path.ts';

/** Endpoint that signs an address and redirects to the image (`app/routes/api/foreign-picture.ts`). */
const SIGNER = '/api/pictures?url=';

/** Returns the address at which the browser loads an image: through this server's proxy if it is another host's. */
export function proxiedPicture(address: string): string {
  const url = URL.parse(address, location.href);
  const isForeign = url !== null && /^https?:$/.test(url.protocol) && url.origin !== location.origin;
  return outward(isForeign ? SIGNER + encodeURIComponent(url.href) : address);
}

/**
 * Loads foreign images drawn without `proxiedPicture` through the proxy. The content security policy refuses their own
 * addresses, and only the server can sign the proxy's.
 */
export function fetchForeignPictures(): void {
  const onError = ({ target }: Event) => {
    if (!(target instanceof HTMLImageElement)) return;
    const source = proxiedPicture(target.src);
    if (source !== target.src) target.src = source;
  };
  // Error events of images do not bubble.
  document.addEventListener('error', onError, { capture: true });
}
