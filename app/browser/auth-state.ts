import { useSyncExternalStore } from 'react';

/** The user the page was rendered for; a visitor has a temporary id. */
export type UserInfo = { id: string; email?: string; displayName?: string | null };
/** `loading` is true while signing out (specification §3). */
export type AuthState = { userInfo: UserInfo | null; loading: boolean };

const ON_THE_SERVER: AuthState = { userInfo: null, loading: false };

let state = ON_THE_SERVER;
const listeners = new Set<() => void>();

export function changeAuthState(change: Partial<AuthState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

/** Returns the user currently signed in on this page. */
export const userInfo = (): UserInfo | null => state.userInfo;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Selects one value of the state. `onServer` is the value used for server rendering and hydration. */
export function useAuthState<T>(select: (state: AuthState) => T, onServer: T): T {
  return useSyncExternalStore(
    subscribe,
    () => select(state),
    () => onServer,
  );
}

/**
 * Signs out according to specification §4: sets loading, makes the call, clears user info, ends loading. A failed call
 * clears the client too. Returns true if the call succeeded.
 */
export async function logOut(call: () => Promise<unknown>): Promise<boolean> {
  changeAuthState({ loading: true });
  try {
    await call();
    return true;
  } catch (error) {
    console.warn('Signing out:', error);
    return false;
  } finally {
    changeAuthState({ userInfo: null });
    changeAuthState({ loading: false });
  }
}
