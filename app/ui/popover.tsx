import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

type PopoverProps = {
  label: string;
  icon?: ReactNode;
  children: ReactNode;
  showsLabel?: boolean;
  className?: string;
  isOpen?: boolean;
  /** True if its content becomes a menu once scripts have loaded, which arrow keys open too. */
  isMenu?: boolean;
  onToggle?: (isOpen: boolean) => void;
};

/** Renders a button with a disclosure that works without JavaScript. */
export function Popover({
  label,
  icon,
  children,
  showsLabel = false,
  className = 'button quiet',
  isOpen = false,
  isMenu = false,
  onToggle,
}: PopoverProps) {
  const details = useRef<HTMLDetailsElement>(null);
  // It may have been opened before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once; from then on it tells
  useEffect(() => onToggle?.(details.current!.open), []);
  return (
    <details
      ref={details}
      className="pop"
      name="menu"
      open={isOpen}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a summary is the button of its details, and is announced as one */}
      <summary
        className={className}
        role="button"
        aria-label={showsLabel ? undefined : label}
        title={showsLabel ? undefined : label}
        aria-haspopup={isMenu ? 'menu' : undefined}
        onKeyDown={isMenu ? openByArrow : undefined}
      >
        {icon}
        {showsLabel ? label : null}
      </summary>
      <div className="pop-content">{children}</div>
    </details>
  );
}

function openByArrow(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  event.currentTarget.click();
}
