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
 * clears the client too.
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
