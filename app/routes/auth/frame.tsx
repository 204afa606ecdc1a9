import { Outlet } from 'react-router';
import { PageError } from '#app/features/errors/page-error.tsx';

export default function AuthFrame() {
  return (
    <main id="main" className="centre">
      <Outlet />
    </main>
  );
}

/** The screen of this group's faults; here and not at the root, so that language, theme and csrf value are there. */
export const ErrorBoundary = PageError;
