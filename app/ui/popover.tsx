import type { ReactNode } from 'react';

type PopoverProps = {
  label: string;
  icon?: ReactNode;
  children: ReactNode;
  showsLabel?: boolean;
  className?: string;
  isOpen?: boolean;
};

/** A menu behind a button that works without a script: a native disclosure. */
export function Popover({
  label,
  icon,
  children,
  showsLabel = false,
  className = 'button quiet',
  isOpen = false,
}: PopoverProps) {
  return (
    <details className="pop" name="menu" open={isOpen}>
      {/* biome-ignore lint/a11y/useSemanticElements: a summary is the button of its details, and is announced as one */}
      <summary
        className={className}
        role="button"
        aria-label={showsLabel ? undefined : label}
        title={showsLabel ? undefined : label}
      >
        {icon}
        {showsLabel ? label : null}
      </summary>
      <div className="pop-content">{children}</div>
    </details>
  );
}
