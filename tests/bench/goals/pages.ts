import { type Goal, goal } from '#tests/bench/goals/goal.ts';
import type { Key } from '#tests/bench/operations.ts';
import { type Measured, ratio, typical } from '#tests/bench/rounds.ts';

export type PagesFound = {
  measured: Map<Key | 'string' | 'router', Measured>;
  insert: Measured;
  /** Time of the first view of a public page after an edit. */
  firstViewMs: number;
};

/** P1 to P5: operations at 1,000 documents beside the hydrated baseline. */
export function pagesGoalsOf({ measured, firstViewMs }: PagesFound): Goal[] {
  const router = measured.get('router')!;
  const rate = (key: Key) => {
    const ours = measured.get(key);
    return ours && ratio(ours.many, router.many, 'perSecond');
  };
  const p50 = (key: Key) => {
    const ours = measured.get(key);
    return ours && ratio(ours.one, router.one, 'p50');
  };
  const firstView = measured.has('public') ? firstViewMs / typical(router.one).p50 : undefined;
  return [
    ...goal('P1', 'public link page, requests at 16 ÷ hydrated', rate('public'), { atLeast: 12 }),
    ...goal('P1', 'public link page, first view after an edit ÷ hydrated p50', firstView, { atMost: 2 }),
    ...goal('P2', 'document page again, requests at 16 ÷ hydrated', rate('document'), { atLeast: 2 }),
    ...goal('P2', 'document page again, p50 at 1 ÷ hydrated', p50('document'), { atMost: 1.2 }),
    ...goal('P3', 'document page, first view, requests at 16 ÷ hydrated', rate('first-view'), { atLeast: 0.6 }),
    ...goal('P3', 'document page, first view, p50 at 1 ÷ hydrated', p50('first-view'), { atMost: 2 }),
    ...goal('P4', 'document JSON again, requests at 16 ÷ hydrated', rate('document-json'), { atLeast: 3 }),
    ...goal('P4', 'tree JSON again, requests at 16 ÷ hydrated', rate('tree'), { atLeast: 3 }),
    ...goal('P4', 'list JSON again, requests at 16 ÷ hydrated', rate('list'), { atLeast: 3 }),
    ...goal('P5', 'search English, p50 ÷ hydrated', p50('search'), { atMost: 3 }),
    ...goal('P5', 'search Chinese, p50 ÷ hydrated', p50('search-zh'), { atMost: 3 }),
  ];
}
