import { NOTIFICATION_KINDS, type NotificationKind } from '#app/schemas/mail-choices.ts';
import { isSameSecret, keyedHash } from '#app/services/crypto/secrets.ts';
import { mailOrigin } from '#app/services/mail/mail-origin.ts';

/**
 * Returns an address that stops mails of some kinds without a session (RFC 8058). Its token is `user.kinds.signature`.
 */
export function unsubscribeUrl(userId: string, kinds: NotificationKind[]): string {
  const named = NOTIFICATION_KINDS.filter((kind) => kinds.includes(kind)).join('+');
  return `${mailOrigin()}/unsubscribe/${userId}.${named}.${signature(userId, named)}`;
}

/** Parses the token of such an address; null unless this installation signed it. */
export function readUnsubscribeToken(token: string): { userId: string; kinds: NotificationKind[] } | null {
  const [userId = '', named = '', signed = ''] = token.split('.');
  if (!isSameSecret(signed, signature(userId, named))) return null;
  const words = named.split('+');
  return { userId, kinds: NOTIFICATION_KINDS.filter((kind) => words.includes(kind)) };
}

/** Returns an address that stops watching a document without a session. Its token is `user.document.signature`. */
export function unwatchUrl(userId: string, documentId: string): string {
  return `${mailOrigin()}/unwatch/${userId}.${documentId}.${keyedHash('unwatch', userId, documentId)}`;
}

/** Parses the token of such an address; null unless this installation signed it. */
export function readUnwatchToken(token: string): { userId: string; documentId: string } | null {
  const [userId = '', documentId = '', signed = ''] = token.split('.');
  return isSameSecret(signed, keyedHash('unwatch', userId, documentId)) ? { userId, documentId } : null;
}

const signature = (userId: string, named: string) => keyedHash('unsubscribe', userId, named);
