import type { ProviderProfile } from '#app/adapters/oauth-request.ts';
import { email } from '#app/schemas/accounts.ts';
import { DISPLAY_NAME_MAX } from '#app/schemas/limits.ts';
import { withoutUnprintable } from '#app/schemas/text.ts';

const PROVIDER_ID_MAX = 255;
const IMAGE_URL_MAX = 2000;

/**
 * Normalizes a provider's profile for an account: a storable name, an image on the web, a standard address. Drops
 * invalid values; an invalid id is an error.
 */
export function cleanProfile({ providerId, ...profile }: ProviderProfile): ProviderProfile {
  if (providerId.length > PROVIDER_ID_MAX || storable(providerId) !== providerId) throw new Error('An unusable id');
  return {
    ...profile,
    providerId,
    verifiedEmail: email.safeParse(profile.verifiedEmail).data ?? null,
    displayName: cleanName(profile.displayName),
    imageUrl: cleanImageUrl(profile.imageUrl),
  };
}

// A name is one that the person can save again in their profile.
const storable = (text: string) => withoutUnprintable(text.toWellFormed());

/** Cuts at grapheme boundaries, so that an emoji of several code points is kept whole or dropped. */
function cleanName(name: string | null): string | null {
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(storable(name ?? '').trim())) {
    if ([...kept, ...segment].length > DISPLAY_NAME_MAX) break;
    kept += segment;
  }
  return kept.trim() || null;
}

function cleanImageUrl(text: string | null): string | null {
  const url = URL.parse(text ?? '');
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > IMAGE_URL_MAX) return null;
  return url.href;
}
