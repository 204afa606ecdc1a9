import { type ReactNode, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { getUserInfo } from '#app/components/user-info.ts';
import { Spinner } from '#app/ui/spinner.tsx';

const never = () => () => {};

/**
 * Specification §2: until user info with an id is stored, a hydrated page shows the spinner, on any path but the return
 * from social sign-in. Without JavaScript the page is simply there.
 */
export function Gate({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const isOpen = useSyncExternalStore(
    never,
    () => Boolean(getUserInfo()?.id),
    () => true,
  );
  return isOpen || pathname === '/auth-callback' ? children : <Spinner size="large" isFullScreen />;
}
