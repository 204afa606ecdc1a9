import { type ComponentType, type RefObject, useEffect, useState } from 'react';
import { inward } from '#app/address/base-path.ts';
import { whenIdle } from '#app/features/shell/when-idle.ts';
import type { TreeWidgetProps } from '#app/features/tree/browser/tree-widget.tsx';

type Widget = { Component: ComponentType<TreeWidgetProps>; focusedId: string | null };

/**
 * Returns the interactive tree once its code has loaded, which happens when the page is idle or on the first
 * interaction, and not for a hidden tree. Until then the rows are links.
 */
export function useTreeWidget(side: RefObject<HTMLElement | null>): Widget | null {
  const [widget, setWidget] = useState<Widget | null>(null);
  useEffect(() => {
    const nav = side.current;
    if (!nav) return;
    const stopped = new AbortController();
    const { signal } = stopped;
    let isDown = false;
    let isAsked = false;
    const load = async () => {
      if (isAsked) return;
      isAsked = true;
      const Component = await loadWidget();
      if (!Component) return;
      const show = () => {
        if (!signal.aborted) setWidget({ Component, focusedId: focusedIn(nav) });
      };
      // Keep the pressed row in place until the pointer is released.
      if (isDown) addEventListener('pointerup', () => setTimeout(show), { once: true, signal });
      else show();
    };
    nav.addEventListener('pointerdown', () => (isDown = true), { signal });
    addEventListener('pointerup', () => (isDown = false), { signal });
    for (const contact of ['pointerover', 'focusin']) nav.addEventListener(contact, load, { signal });
    const seen = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) whenIdle(load);
    });
    seen.observe(nav);
    signal.addEventListener('abort', () => seen.disconnect());
    return () => stopped.abort();
  }, [side]);
  return widget;
}

/** Resolves to null if the code cannot load; the rows then stay links. */
function loadWidget(): Promise<ComponentType<TreeWidgetProps> | null> {
  return import('#app/features/tree/browser/tree-widget.tsx').then(
    ({ TreeWidget }) => TreeWidget,
    (error: unknown) => {
      console.warn('The tree stays as it is:', error);
      return null;
    },
  );
}

function focusedIn(nav: HTMLElement): string | null {
  const link = nav.contains(document.activeElement)
    ? document.activeElement?.closest('.tree li')?.querySelector('a.row')
    : null;
  const href = link?.getAttribute('href');
  return href ? inward(href).replace('/doc/', '') : null;
}
