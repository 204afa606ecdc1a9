import { Outlet } from 'react-router';

export default function AuthFrame() {
  return (
    <main id="main" className="centre">
      <Outlet />
    </main>
  );
}
