import { SettingsForm } from '#app/features/settings/settings-form.tsx';
import { TimeAgo } from '#app/features/shell/time-ago.tsx';
import { useFormReply } from '#app/features/shell/use-form-reply.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import {
  MAIL_TIMINGS,
  type MailChoices,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from '#app/schemas/mail-choices.ts';
import type { MailRefusal } from '#app/services/mail/mail-refusal.ts';
import type { MailSettings } from '#app/services/notifications/mail-choices.ts';
import { ActionForm } from '#app/ui/action-form.tsx';
import { FieldErrors, messageAttributes } from '#app/ui/field.tsx';

type SectionProps = { mails: MailSettings; zones: string[]; refusal: MailRefusal | null };

/** Renders the choice of mails for each kind of notification: at once, daily or never. */
export function NotificationSection({ mails: { choices, timeZone }, zones, refusal }: SectionProps) {
  const t = useTexts();
  const { form, fields } = useFormReply<MailChoices & { timeZone: string }>({
    intent: 'notifications',
    defaultValue: { ...choices, timeZone },
  });
  return (
    <section id="notifications" className="settings-section">
      <h2>{t('settings.notifications.title')}</h2>
      <p className="quiet-text">{t('settings.notifications.text')}</p>
      {refusal ? <Refused refusal={refusal} /> : null}
      <SettingsForm intent="notifications" id="notifications-form" submit={t('form.save')} errors={form.errors}>
        {NOTIFICATION_KINDS.map((kind) => (
          <TimingField key={kind} kind={kind} value={fields[kind].initialValue} errors={fields[kind].errors} />
        ))}
        <div className="field">
          <label htmlFor="timeZone">{t('settings.notifications.timeZone')}</label>
          <select
            id="timeZone"
            name="timeZone"
            defaultValue={fields.timeZone.initialValue}
            {...messageAttributes('timeZone', fields.timeZone.errors, { hasHint: true })}
          >
            {zones.map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </select>
          <p className="hint" id="timeZone-hint">
            {t('settings.notifications.timeZoneHint')}
          </p>
          <FieldErrors id="timeZone" errors={fields.timeZone.errors} />
        </div>
      </SettingsForm>
    </section>
  );
}

/** Tells that mails pause because the mail server refuses the address, and offers to try it again. */
function Refused({ refusal: { email, reply, refusedAt } }: { refusal: MailRefusal }) {
  const t = useTexts();
  return (
    <div id="mail-refused" className="note amber">
      <p>
        {t('settings.notifications.refused', { email })} <TimeAgo at={refusedAt} />
      </p>
      <p>
        <q lang="en">{reply}</q>
      </p>
      <ActionForm
        action="/settings"
        intent="mail-retry"
        fields={{}}
        label={t('settings.notifications.retry')}
        name={t('settings.notifications.retry')}
      />
    </div>
  );
}

type TimingProps = { kind: NotificationKind; value: string | undefined; errors: string[] | undefined };

function TimingField({ kind, value, errors }: TimingProps) {
  const t = useTexts();
  return (
    <div className="field">
      <label htmlFor={kind}>{t(`settings.notifications.kinds.${kind}`)}</label>
      <select id={kind} name={kind} defaultValue={value} {...messageAttributes(kind, errors)}>
        {MAIL_TIMINGS.map((timing) => (
          <option key={timing} value={timing}>
            {t(`settings.notifications.timings.${timing}`)}
          </option>
        ))}
      </select>
      <FieldErrors id={kind} errors={errors} />
    </div>
  );
}
