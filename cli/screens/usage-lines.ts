import type { UsageRow } from '#app/services/quotas/report-usage.ts';
import { textWidth } from '#cli/output/text-width.ts';
import { usageName } from '#cli/output/usage.ts';
import { bar, grouped, right, sized } from '#cli/screens/draw.ts';

/** A row in separately coloured parts. */
export type Line = { name: string; numbers: string; bar: string; isOver: boolean };

const WIDE = 72;

/** Formats rows in `width` cells: name, tokens, on wide terminals requests and limit; the bar takes the rest. */
export function linesOf(rows: UsageRow[], width: number): Line[] {
  const most = Math.max(1, ...rows.map(({ totalTokens }) => totalTokens));
  const longest = Math.max(10, ...rows.map((row) => textWidth(usageName(row))));
  const nameWidth = Math.min(longest, Math.floor(width * 0.42));
  const columns = rows.map((row) => numbersOf(row, width));
  const widths = (columns[0] ?? []).map((_, at) => Math.max(...columns.map((texts) => textWidth(texts[at]!))));
  const barWidth = Math.max(0, width - nameWidth - widths.reduce((sum, each) => sum + each + 2, 2));
  return rows.map((row, index) => ({
    name: sized(usageName(row), nameWidth),
    numbers: columns[index]!.map((text, at) => `  ${right(text, widths[at]!)}`).join(''),
    bar: `  ${bar(row.totalTokens / most, barWidth)}`,
    isOver: 'userId' in row && row.monthlyUsed >= row.monthlyLimit,
  }));
}

function numbersOf(row: UsageRow, width: number): string[] {
  const tokens = grouped(row.totalTokens);
  if (width < WIDE) return [tokens];
  const limit = 'userId' in row ? [`${grouped(row.monthlyUsed)} / ${grouped(row.monthlyLimit)}`] : [];
  const cost = row.cost === undefined ? [] : [row.cost.toFixed(2)];
  return [`${grouped(row.requests)} ×`, tokens, ...cost, ...limit];
}
