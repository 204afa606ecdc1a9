/** A measure of performance with its limit. `id` is that of the table in docs/performance.md. */
export type Goal = {
  id: string;
  name: string;
  value: number;
  limit: number;
  isFloor: boolean;
  unit: string;
  isMet: boolean;
};

type Limit = { atLeast: number } | { atMost: number };

/** Returns the goal as a list of one; an empty list if it was not measured. */
export function goal(id: string, name: string, value: number | undefined, limit: Limit, unit = '×'): Goal[] {
  if (value === undefined) return [];
  if ('atLeast' in limit)
    return [{ id, name, value, limit: limit.atLeast, isFloor: true, unit, isMet: value >= limit.atLeast }];
  return [{ id, name, value, limit: limit.atMost, isFloor: false, unit, isMet: value <= limit.atMost }];
}

/** Formats value and limit of a goal. */
export function goalTexts({ value, limit, isFloor, unit }: Goal): { value: string; limit: string } {
  const digits = unit === '×' ? 2 : 0;
  const share = unit === '' ? 2 : digits;
  return { value: value.toFixed(share) + unit, limit: `${isFloor ? '≥' : '≤'} ${limit}${unit}` };
}
