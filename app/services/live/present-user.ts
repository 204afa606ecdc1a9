import { personColor } from '#app/schemas/person-color.ts';
import type { Actor } from '#app/services/actor.ts';
import type { PresentUser } from '#app/services/live/presence.ts';

/** Returns a person's identity as shown to others in a document. */
export function presentUser({ id, displayName, email, imageUrl }: Actor): PresentUser {
  const user = { id, name: displayName || email.split('@')[0]!, color: personColor(id) };
  return imageUrl ? { ...user, image: imageUrl } : user;
}
