import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useAuthState } from '#app/browser/auth-state.ts';
import { Spinner } from '#app/ui/spinner.tsx';

/**
 * Specification §2: until user info with an id is stored, a hydrated page shows the spinner, except on the return path
 * of social sign-in. Without JavaScript the page shows at once.
 */
export function Gate({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const isOpen = useAuthState(({ userInfo }) => Boolean(userInfo?.id), true);
  return isOpen || pathname === '/auth-callback' ? children : <Spinner size="large" isFullScreen />;
}
