import { useLanguage, useNumberFormat, useTexts } from '#app/i18n/use-texts.ts';
import type { QuotaDetail } from '#app/services/quotas/get-quota.ts';

/** The share used from which the meter shows a warning. */
const MOST = 0.8;

/** Shows how much of the month's allowance is used and when it resets. */
export function AiMeter({ quota }: { quota: QuotaDetail }) {
  const t = useTexts();
  const number = useNumberFormat();
  const { monthlyUsed, monthlyLimit } = quota;
  const day = new Intl.DateTimeFormat(useLanguage(), { dateStyle: 'long', timeZone: 'UTC' });
  const date = day.format(new Date(quota.resetsAt));
  const isAll = monthlyUsed >= monthlyLimit;
  const isMost = monthlyUsed >= MOST * monthlyLimit;
  return (
    <div className="ai-meter">
      <meter
        aria-label={t('ai.meter.label')}
        min={0}
        max={Math.max(1, monthlyLimit)}
        high={MOST * Math.max(1, monthlyLimit)}
        optimum={0}
        value={monthlyLimit === 0 ? 1 : monthlyUsed}
      />
      <p className="quiet-text">
        {t('ai.meter.text', { used: number.format(monthlyUsed), limit: number.format(monthlyLimit), date })}
      </p>
      {isMost ? <p className="note amber">{isAll ? t('ai.meter.all', { date }) : t('ai.meter.most')}</p> : null}
    </div>
  );
}
