import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useRef,
} from 'react';
import { MenuContext, type MenuState } from '#app/ui/menu-state.ts';
import { createPointerGrace } from '#app/ui/pointer-grace.ts';
import { createTypeAhead } from '#app/ui/type-ahead.ts';
import { useSubmenu } from '#app/ui/use-submenu.ts';

type MenuProps = Pick<MenuState, 'openSub' | 'openSubmenu'> & {
  label: string;
  isOpen: boolean;
  children: ReactNode;
};

/** Renders a menu by the WAI-ARIA pattern: one entry has focus; arrows, Home, End and letters move it. */
export function Menu({ label, isOpen, children, openSub, openSubmenu }: MenuProps) {
  const element = useRef<HTMLDivElement>(null);
  const grace = useRef<ReturnType<typeof createPointerGrace>>(undefined);
  grace.current ??= createPointerGrace();
  useEffect(() => {
    if (!isOpen) return;
    // Opened by keyboard, focus the first entry; by pointer, none.
    const isByKeyboard = document.activeElement?.matches(':focus-visible');
    (isByKeyboard ? entriesOf(element.current!)[0] : element.current)?.focus();
  }, [isOpen]);
  return (
    <MenuContext value={{ grace: grace.current, openSub, openSubmenu }}>
      <MenuList ref={element} label={label}>
        {children}
      </MenuList>
    </MenuContext>
  );
}

type MenuListProps = { label: string; children: ReactNode; className?: string; ref?: Ref<HTMLDivElement> };

function MenuList({ label, children, className = 'menu', ref }: MenuListProps) {
  const find = useRef<ReturnType<typeof createTypeAhead>>(undefined);
  find.current ??= createTypeAhead();
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const entries = entriesOf(event.currentTarget);
    // A submenu handles its own keys.
    if ((event.target as Element).closest('[role=menu]') !== event.currentTarget) return;
    const here = entries.indexOf(document.activeElement as HTMLElement);
    const to = targetOf(event, entries, here, find.current!);
    if (to === null) return;
    event.preventDefault();
    entries[to]?.focus();
  };
  // Reset type-ahead when focus leaves the menu.
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>) => {
    if (!currentTarget.contains(relatedTarget)) find.current = createTypeAhead();
  };
  return (
    <div
      ref={ref}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      className={className}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      {children}
    </div>
  );
}

/** Returns the index of the entry a key moves to, -1 for none; null if it is not a menu key. */
function targetOf(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  entries: HTMLElement[],
  here: number,
  find: ReturnType<typeof createTypeAhead>,
): number | null {
  if (key === 'ArrowDown') return (here + 1) % entries.length;
  if (key === 'ArrowUp') return (Math.max(here, 0) - 1 + entries.length) % entries.length;
  if (key === 'Home') return 0;
  if (key === 'End') return entries.length - 1;
  const isLetter = [...key].length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
  const labels = () => entries.map(({ textContent }) => textContent ?? '');
  return isLetter ? find(key, labels(), here) : null;
}

/** Returns the menu's own entries, without those of submenus. */
function entriesOf(menu: HTMLElement): HTMLElement[] {
  const entries = [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')];
  return entries.filter((entry) => entry.closest('[role=menu]') === menu);
}

type SubmenuProps = {
  label: string;
  /** Current choice, shown beside the label. */
  value: string;
  children: ReactNode;
};

/** Renders an entry with a submenu, which opens on hover, press, Enter or the arrow key towards it. */
export function Submenu({ label, value, children }: SubmenuProps) {
  const { isOpen, list, trigger } = useSubmenu(label);
  return (
    <div role="none" className="submenu">
      <button
        type="button"
        role="menuitem"
        className="row"
        tabIndex={-1}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        {...trigger}
      >
        {label}
        <span className="tail" aria-hidden="true">
          {value}
        </span>
      </button>
      {isOpen ? (
        <div className="submenu-place" {...list}>
          <MenuList label={label} className="menu pop-content">
            {children}
          </MenuList>
        </div>
      ) : null}
    </div>
  );
}

type MenuRadioProps = { isChecked: boolean; onChoose: () => void; children: ReactNode; lang?: string };

/** Renders a menu entry with the role `menuitemradio`. */
export function MenuRadio({ isChecked, onChoose, children, lang }: MenuRadioProps) {
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={isChecked}
      className="row"
      tabIndex={-1}
      lang={lang}
      onClick={onChoose}
      onPointerMove={focusUnderPointer}
    >
      {children}
    </button>
  );
}

function focusUnderPointer({ pointerType, currentTarget }: PointerEvent<HTMLElement>): void {
  if (pointerType === 'mouse') currentTarget.focus({ preventScroll: true });
}
