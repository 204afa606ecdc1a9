import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';

const OVERSCAN = 12;

type Options = {
  /** The list element. Its nearest scrolling ancestor is looked up once. */
  list: RefObject<HTMLElement | null>;
  count: number;
  /** False for short lists, of which all rows are rendered. */
  isOn: boolean;
  /** Indexes of rows rendered even out of view, so that focus is not lost. */
  kept: number[];
};

/**
 * Returns the indexes of a long list's visible rows, in order, and the row height in px. Returns all rows while off.
 */
export function useWindow({ list, count, isOn, kept }: Options): { shown: number[]; rowHeight: number } {
  const [{ from, to, rowHeight }, setRange] = useState({ from: 0, to: 60, rowHeight: 32 });
  useLayoutEffect(() => {
    const element = list.current;
    if (!isOn || !element) return;
    const scroller = scrollerOf(element);
    const measure = () => {
      const height = element.querySelector('li')?.offsetHeight || 32;
      const top = scroller.getBoundingClientRect().top - element.getBoundingClientRect().top;
      const first = Math.max(0, Math.floor(top / height) - OVERSCAN);
      const last = Math.ceil((top + scroller.clientHeight) / height) + OVERSCAN;
      setRange((range) =>
        range.from === first && range.to === last && range.rowHeight === height
          ? range
          : { from: first, to: last, rowHeight: height },
      );
    };
    measure();
    const watched: EventTarget = scroller === document.documentElement ? window : scroller;
    watched.addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    return () => {
      watched.removeEventListener('scroll', measure);
      removeEventListener('resize', measure);
    };
  }, [isOn, list]);
  const shown = useMemo(() => {
    const [first, last] = isOn ? [from, Math.min(count, to)] : [0, count];
    const inSight = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
    const others = isOn ? kept.filter((index) => index >= 0 && index < count && (index < first || index >= last)) : [];
    return others.length > 0 ? [...new Set([...inSight, ...others])].sort((a, b) => a - b) : inSight;
  }, [isOn, from, to, count, kept]);
  return { shown, rowHeight };
}

function scrollerOf(element: HTMLElement): HTMLElement {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY) && parent.scrollHeight > parent.clientHeight)
      return parent;
  }
  return document.documentElement;
}
