import { useCallback, useEffect, useState } from 'react';
import type { UsageReport } from '#app/services/quotas/report-usage.ts';
import type { UsageView } from '#cli/screens/usage-view.ts';

/** Rows are fetched in pages; only the visible page is read. */
export const PAGE_ROWS = 200;

export type UsageSource = {
  load: (view: UsageView, page: number) => Promise<UsageReport>;
  reset: (userId: string) => Promise<unknown>;
};
/**
 * Loads the report of a view. The previous one is shown until the next arrives; late responses for older views are
 * ignored.
 */
export function useReport(source: UsageSource, view: UsageView, refreshEvery: number | null) {
  const page = Math.floor(view.selected / PAGE_ROWS) + 1;
  const [looks, setLooks] = useState(0);
  const [report, setReport] = useState<UsageReport | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const { month, by, sort, filter, inside } = view;
  const question = JSON.stringify([month, by, sort, filter, inside?.userId, page, looks]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question names all that is asked
  const load = useCallback(() => source.load(view, page), [question]);
  useEffect(() => {
    let isLate = false;
    load().then(
      (found) => {
        if (isLate) return;
        setReport(found);
        setFault(null);
      },
      (error: Error) => {
        if (!isLate) setFault(error.message);
      },
    );
    return () => {
      isLate = true;
    };
  }, [load]);
  useEffect(() => {
    if (refreshEvery === null) return;
    const timer = setInterval(() => setLooks((count) => count + 1), refreshEvery);
    return () => clearInterval(timer);
  }, [refreshEvery]);
  return { report, fault, lookAgain: () => setLooks((count) => count + 1) };
}
