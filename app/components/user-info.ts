/** Who the page was made for; a visitor who is not signed in has a temporary id. */
export type UserInfo = { id: string; email?: string; displayName?: string | null };

let userInfo: UserInfo | null = null;

/** Reads the value the server put into the page, once: its carrier is cleared and removed (specification §2). */
export function takeUserInfo(): void {
  const carrier = document.getElementById('user-info');
  if (!carrier) return;
  const text = carrier.textContent ?? '';
  carrier.textContent = '';
  carrier.remove();
  // Its work is done, and what React hydrates does not hold it.
  document.getElementById('environment')?.remove();
  const value: unknown = JSON.parse(text || 'null');
  if (typeof value === 'object' && value !== null && 'id' in value && value.id) userInfo = value as UserInfo;
}

export function getUserInfo(): UserInfo | null {
  return userInfo;
}
