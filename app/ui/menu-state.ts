import { createContext, useContext } from 'react';
import type { createPointerGrace } from '#app/ui/pointer-grace.ts';

export type MenuState = {
  grace: ReturnType<typeof createPointerGrace>;
  /** The submenu that is open, by its label. */
  openSub: string | null;
  openSubmenu: (label: string | null) => void;
};

export const MenuContext = createContext<MenuState | null>(null);

/** What an entry needs of the menu around it. */
export function useMenu(): MenuState {
  const menu = useContext(MenuContext);
  if (!menu) throw new Error('An entry outside of a menu');
  return menu;
}
