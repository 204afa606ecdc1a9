import { changeAuthState, type UserInfo } from '#app/browser/auth-state.ts';

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
  const hasId = typeof value === 'object' && value !== null && 'id' in value && value.id;
  if (hasId) changeAuthState({ userInfo: value as UserInfo });
}
