import { config } from '#app/config.server.ts';
import { pointPictures } from '#app/markdown/point-pictures.ts';
import { isSameSecret, keyedHash } from '#app/services/crypto/secrets.ts';

/** Path prefix of proxied images. */
export const FOREIGN_PICTURES = '/pictures';
const ADDRESS_MAX = 4000;
/**
 * Maximum number of signed images per text, a few microseconds each. Further ones stay unsigned and browsers refuse
 * them.
 */
const SIGNED_MAX = 500;
const ABSOLUTE = /^(?:https?:|[\\/]{2})/i;

/**
 * Returns the signed address at which this server proxies another host's image, so that the host does not see readers'
 * addresses. Null for own and invalid addresses, and if the proxy is off.
 */
export function foreignPictureAddress(source: string): string | null {
  const { pictureProxy, appOrigin } = config();
  if (!pictureProxy || !ABSOLUTE.test(source)) return null;
  const url = URL.parse(source, 'https://localhost');
  if (!url || !/^https?:$/.test(url.protocol) || url.origin === appOrigin || url.href.length > ADDRESS_MAX) return null;
  url.hash = '';
  return `${FOREIGN_PICTURES}/${sign(url.href)}?url=${encodeURIComponent(url.href)}`;
}

/** Returns the address to display an image: own ones unchanged, foreign ones through the proxy. */
export function shownPicture<Source extends string | null>(source: Source): Source | string {
  return source === null ? source : (foreignPictureAddress(source) ?? source);
}

/** Verifies a signature, so that the proxy serves only addresses from texts. */
export function isSignedPicture(signature: string, url: string): boolean {
  return isSameSecret(signature, sign(url));
}

const sign = (url: string) => keyedHash('foreign-picture', url);

/** Rewrites images of other hosts in rendered HTML to the proxy. */
export function signPictures(html: string): string {
  if (!config().pictureProxy) return html;
  return pointPictures(html, foreignPictureAddress, SIGNED_MAX);
}
