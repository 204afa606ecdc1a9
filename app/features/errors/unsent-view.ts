import type { ComponentType } from 'react';

let view: ComponentType | null = null;

/** Sets what shows unsent text on every error page, so that only pages with such text load its code. */
export function showUnsentWith(component: ComponentType): void {
  view = component;
}

export const unsentView = (): ComponentType | null => view;
