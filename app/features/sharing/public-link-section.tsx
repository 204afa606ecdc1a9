import { useFormReply } from '#app/features/shell/use-form-reply.ts';
import { useDayText, useTexts } from '#app/i18n/use-texts.ts';
import type { LinkRule } from '#app/services/public-links/link-rule.ts';
import type { PublicLink } from '#app/services/public-links/public-link.ts';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Field } from '#app/ui/field.tsx';

type PublicLinkSectionProps = { link: PublicLink | null; rule: LinkRule; origin: string };

/** Shows a document's public link: address, scope, expiry and number of views. */
export function PublicLinkSection({ link, rule, origin }: PublicLinkSectionProps) {
  const t = useTexts();
  return (
    <section className="settings-section" aria-labelledby="public-link">
      <h2 id="public-link">{t('publicLink.title')}</h2>
      {rule.isOff ? <LinksOff link={link} /> : <OneLink link={link} rule={rule} origin={origin} />}
    </section>
  );
}

function LinksOff({ link }: { link: PublicLink | null }) {
  const t = useTexts();
  return (
    <>
      <p className="note amber">{t(link ? 'publicLink.offWithLink' : 'publicLink.off')}</p>
      {link ? <RevokeForm /> : null}
    </>
  );
}

function OneLink({ link, rule, origin }: PublicLinkSectionProps) {
  const t = useTexts();
  return (
    <>
      <p className="quiet-text">{t('publicLink.text')}</p>
      {link ? <OpenLink link={link} rule={rule} origin={origin} /> : <LinkForm link={null} rule={rule} />}
    </>
  );
}

function RevokeForm() {
  const t = useTexts();
  return (
    <form method="post">
      <CsrfField />
      <button className="button danger" type="submit" name="intent" value="link-revoke">
        {t('publicLink.revoke')}
      </button>
    </form>
  );
}

function OpenLink({ link, rule, origin }: { link: PublicLink; rule: LinkRule; origin: string }) {
  const t = useTexts();
  const url = link.path && origin + link.path;
  const { problem } = useFormReply({ intent: 'link-create' });
  // The latest allowed day has passed: only a new link can be opened.
  const isOver = link.isExpired && link.expiresAt === rule.latestDay;
  return (
    <>
      {url ? (
        <div className="link-address">
          <div className="field">
            <label htmlFor="link-url">{t('publicLink.address')}</label>
            <input id="link-url" value={url} readOnly />
          </div>
          <CopyButton text={url} label={t('publicLink.copy')} done={t('publicLink.copied')} />
          <a className="button" href={url}>
            {t('publicLink.open')}
          </a>
        </div>
      ) : (
        <p className="note amber">{t('publicLink.unreadable')}</p>
      )}
      <p className="quiet-text">
        {t(link.withChildren ? 'publicLink.branch' : 'publicLink.alone')} · <Validity link={link} /> ·{' '}
        {link.views > 0 ? t('publicLink.views', { count: link.views }) : t('publicLink.noViews')}
      </p>
      {isOver ? (
        <p className="note amber">{t('publicLink.over')}</p>
      ) : (
        <details className="disclosure" open={problem !== undefined}>
          <summary>{t('publicLink.settings')}</summary>
          <LinkForm link={link} rule={rule} />
        </details>
      )}
      <RevokeForm />
    </>
  );
}

function Validity({ link: { expiresAt, isExpired } }: { link: PublicLink }) {
  const t = useTexts();
  const dayText = useDayText();
  if (!expiresAt) return t('publicLink.forever');
  const date = dayText(expiresAt);
  if (!isExpired) return t('publicLink.until', { date });
  return <span className="chip amber">{t('publicLink.expired', { date })}</span>;
}

function LinkForm({ link, rule: { latestDay } }: { link: PublicLink | null; rule: LinkRule }) {
  const t = useTexts();
  const dayText = useDayText();
  const { form, fields } = useFormReply<{ withChildren: string; expiresAt: string }>({
    intent: 'link-create',
    defaultValue: { withChildren: link?.withChildren ? 'on' : '', expiresAt: link?.expiresAt ?? latestDay ?? '' },
  });
  return (
    <form id={form.id} className="link-form" method="post" onSubmit={form.onSubmit} noValidate>
      <CsrfField />
      <input type="hidden" name="intent" value="link-create" />
      <label className="check">
        <input type="checkbox" name="withChildren" defaultChecked={Boolean(fields.withChildren.initialValue)} />
        {t('publicLink.withChildren')}
      </label>
      <Field
        id="expiresAt"
        name="expiresAt"
        type="date"
        label={t('publicLink.expiresAt')}
        max={latestDay ?? undefined}
        hint={latestDay ? t('publicLink.latestHint', { date: dayText(latestDay) }) : t('publicLink.expiresHint')}
        defaultValue={fields.expiresAt.initialValue}
        errors={fields.expiresAt.errors}
      />
      <button className={link ? 'button' : 'button main'} type="submit">
        {t(link ? 'publicLink.save' : 'publicLink.create')}
      </button>
    </form>
  );
}
