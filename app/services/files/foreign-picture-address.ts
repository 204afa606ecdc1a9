import { config } from '#app/config.server.ts';
import { pointPictures } from '#app/markdown/point-pictures.ts';
import { isSameSecret, keyedHash } from '#app/services/crypto/secrets.ts';

/** Prefix of addresses that `foreignPictures` serves. */
export const FOREIGN_PICTURES = '/pictures';
const ADDRESS_MAX = 4000;
/** A signature takes microseconds; pictures of one text beyond this number stay unsigned, and browsers refuse them. */
const SIGNED_MAX = 500;
const ABSOLUTE = /^(?:https?:|[\\/]{2})/i;

/**
 * Returns the signed address under which this server shows a picture of another host, so that its author does not learn
 * who reads. Null for own and unusable addresses, and if the proxy is off.
 */
export function foreignPictureAddress(source: string): string | null {
  const { pictureProxy, appUrl } = config();
  if (!pictureProxy || !ABSOLUTE.test(source)) return null;
  const url = URL.parse(source, 'https://localhost');
  if (!url || !/^https?:$/.test(url.protocol) || url.origin === appUrl || url.href.length > ADDRESS_MAX) return null;
  url.hash = '';
  return `${FOREIGN_PICTURES}/${sign(url.href)}?url=${encodeURIComponent(url.href)}`;
}

/** Returns the address under which a page shows a picture: own ones as they are, foreign ones through the proxy. */
export function shownPicture<Source extends string | null>(source: Source): Source | string {
  return source === null ? source : (foreignPictureAddress(source) ?? source);
}

/** Tests a signature, so that nobody uses the proxy for addresses of their own. */
export function isSignedPicture(signature: string, url: string): boolean {
  return isSameSecret(signature, sign(url));
}

const sign = (url: string) => keyedHash('foreign-picture', url);

/** Points the images of other hosts in rendered HTML to the proxy. */
export function signPictures(html: string): string {
  if (!config().pictureProxy) return html;
  return pointPictures(html, foreignPictureAddress, SIGNED_MAX);
}
