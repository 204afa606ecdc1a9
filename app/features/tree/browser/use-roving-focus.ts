import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Row } from '#app/features/tree/browser/tree-model.ts';

type Options = {
  list: RefObject<HTMLElement | null>;
  rows: Row[];
  currentId: string | null;
  /** The row to focus; a new object requests focus again. */
  asked: { key: string } | null;
};

/** Manages roving focus: the tab stop of the list, and focusing another row once it is rendered. */
export function useRovingFocus({ list, rows, currentId, asked }: Options) {
  const [wanted, setWanted] = useState<{ key: string } | null>(null);
  const toFocus = useRef<string | null>(null);
  const goTo = useCallback((key: string) => {
    toFocus.current = key;
    setWanted({ key });
  }, []);
  useLayoutEffect(() => {
    if (asked) goTo(asked.key);
  }, [asked, goTo]);
  useLayoutEffect(() => {
    if (toFocus.current) itemOf(list.current, toFocus.current)?.focus();
    toFocus.current = null;
  });
  const isThere = (key: string | null | undefined) => rows.some((row) => row.key === key);
  const focusKey = [wanted?.key, currentId, rows[0]?.key].find(isThere) ?? null;
  return { focusKey, goTo };
}

export function itemOf(list: HTMLElement | null, key: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-key="${key}"]`) ?? null;
}
