import { useDayText, useLanguage, useNumberFormat, useTexts } from '#app/i18n/use-texts.ts';
import type { DayUsage } from '#app/services/quotas/usage-per-day.ts';

const WIDTH = 720;
const HEIGHT = 200;
const LEFT = 8;
/** Room for labels, whose letters are 22 units high on phones. */
const TOP = 30;
const BOTTOM = 30;
const GAP = 4;

/** `month` as `YYYY-MM`. */
type ChartProps = { days: DayUsage[]; month: string };

/** Renders tokens per day as server-drawn bars, with the same numbers in a table. */
export function UsageChart({ days, month: shown }: ChartProps) {
  const t = useTexts();
  const number = useNumberFormat();
  const dayText = useDayText();
  const months = new Intl.DateTimeFormat(useLanguage(), { year: 'numeric', month: 'long', timeZone: 'UTC' });
  const month = months.format(new Date(shown));
  const most = days.reduce((best, day) => (day.totalTokens > best.totalTokens ? day : best), days[0]!);
  const total = days.reduce((sum, { totalTokens }) => sum + totalTokens, 0);
  const values = { month, total: number.format(total), day: dayText(most.date), most: number.format(most.totalTokens) };
  const description = total > 0 ? t('admin.usage.chartDesc', values) : t('admin.usage.chartEmpty', { month });
  if (total === 0) return <p className="quiet-text">{description}</p>;
  return (
    <figure className="usage-chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby="chart-title chart-desc">
        <title id="chart-title">{t('admin.usage.chart')}</title>
        <desc id="chart-desc">{description}</desc>
        <Bars days={days} most={Math.max(1, most.totalTokens)} />
        <text x={LEFT} y={TOP - 8}>
          {number.format(most.totalTokens)}
        </text>
      </svg>
      <figcaption className="quiet-text">{description}</figcaption>
      <DayTable days={days} />
    </figure>
  );
}

function Bars({ days, most }: { days: DayUsage[]; most: number }) {
  const step = (WIDTH - 2 * LEFT) / days.length;
  const floor = HEIGHT - BOTTOM;
  return (
    <>
      <line className="grid" x1={LEFT} x2={WIDTH - LEFT} y1={TOP} y2={TOP} />
      <line className="floor" x1={LEFT} x2={WIDTH - LEFT} y1={floor} y2={floor} />
      {days.map(({ date, totalTokens }, at) => {
        const height = totalTokens > 0 ? Math.max(2, ((floor - TOP) * totalTokens) / most) : 0;
        const x = LEFT + at * step;
        const day = at + 1;
        return (
          <g key={date}>
            <rect x={x + GAP / 2} y={floor - height} width={step - GAP} height={height} rx={2} />
            {day === 1 || day % 5 === 0 ? (
              <text x={x + step / 2} y={HEIGHT - 6} textAnchor="middle">
                {day}
              </text>
            ) : null}
          </g>
        );
      })}
    </>
  );
}

function DayTable({ days }: { days: DayUsage[] }) {
  const t = useTexts();
  const number = useNumberFormat();
  const dayText = useDayText();
  const used = days.filter(({ requests }) => requests > 0);
  if (used.length === 0) return null;
  return (
    <details className="disclosure">
      <summary>{t('admin.usage.chartTable')}</summary>
      <table className="data">
        <caption className="sr-only">{t('admin.usage.chart')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('admin.usage.date')}</th>
            <th scope="col" className="number">
              {t('admin.usage.requests')}
            </th>
            <th scope="col" className="number">
              {t('admin.usage.totalTokens')}
            </th>
          </tr>
        </thead>
        <tbody>
          {used.map(({ date, requests, totalTokens }) => (
            <tr key={date}>
              <th scope="row">{dayText(date)}</th>
              <td className="number">{number.format(requests)}</td>
              <td className="number">{number.format(totalTokens)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
