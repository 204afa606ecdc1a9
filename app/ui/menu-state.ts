import { createContext, useContext } from 'react';
import type { createPointerGrace } from '#app/ui/pointer-grace.ts';

export type MenuState = {
  grace: ReturnType<typeof createPointerGrace>;
  /** Label of the open submenu. */
  openSub: string | null;
  openSubmenu: (label: string | null) => void;
};

export const MenuContext = createContext<MenuState | null>(null);

/** Returns the state of the surrounding menu. */
export function useMenu(): MenuState {
  const menu = useContext(MenuContext);
  if (!menu) throw new Error('An entry outside of a menu');
  return menu;
}
