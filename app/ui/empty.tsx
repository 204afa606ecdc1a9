import type { ReactNode } from 'react';
import { Icon, type IconName } from '#app/ui/icon.tsx';

/** Renders what a list shows without entries: a drawing, and a text that says what will be there. */
export function Empty({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <div className="empty">
      <Icon name={icon} />
      {children}
    </div>
  );
}
