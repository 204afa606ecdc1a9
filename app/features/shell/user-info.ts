import { changeAuthState, type UserInfo } from '#app/browser/auth-state.ts';

/** Reads the user info that the server embedded, once; then clears and removes its element (specification §2). */
export function takeUserInfo(): void {
  const carrier = document.getElementById('user-info');
  if (!carrier) return;
  const text = carrier.textContent ?? '';
  carrier.textContent = '';
  carrier.remove();
  // No longer needed, and not part of the hydrated tree.
  document.getElementById('environment')?.remove();
  const value: unknown = JSON.parse(text || 'null');
  const hasId = typeof value === 'object' && value !== null && 'id' in value && value.id;
  if (hasId) changeAuthState({ userInfo: value as UserInfo });
}
