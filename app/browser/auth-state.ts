import { useSyncExternalStore } from 'react';

/** Who the page was made for; a visitor who is not signed in has a temporary id. */
export type UserInfo = { id: string; email?: string; displayName?: string | null };
/** `loading` while signing out (specification §3). */
export type AuthState = { userInfo: UserInfo | null; loading: boolean };

const ON_THE_SERVER: AuthState = { userInfo: null, loading: false };

let state = ON_THE_SERVER;
const listeners = new Set<() => void>();

export function changeAuthState(change: Partial<AuthState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

/** Who is signed in on this page right now. */
export const userInfo = (): UserInfo | null => state.userInfo;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** One value of the state. `onServer` is what the server painted by, and hydration begins with. */
export function useAuthState<T>(select: (state: AuthState) => T, onServer: T): T {
  return useSyncExternalStore(
    subscribe,
    () => select(state),
    () => onServer,
  );
}

/**
 * Signs out as specification §4 says: loading, the call, no user info, no longer loading. A call that failed clears the
 * client all the same.
 */
export async function logOut(call: () => Promise<unknown>): Promise<void> {
  changeAuthState({ loading: true });
  try {
    await call();
  } catch (error) {
    console.warn('Signing out:', error);
  } finally {
    changeAuthState({ userInfo: null });
    changeAuthState({ loading: false });
  }
}
