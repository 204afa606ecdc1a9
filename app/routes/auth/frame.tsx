import { Outlet } from 'react-router';
import { PageError } from '#app/features/errors/page-error.tsx';

export default function AuthFrame() {
  return (
    <main id="main" className="centre">
      <Outlet />
    </main>
  );
}

/**
 * Error page of this group. Defined here rather than at the root, so that language, theme and csrf value are available.
 */
export const ErrorBoundary = PageError;
