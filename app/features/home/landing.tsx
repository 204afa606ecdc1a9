import { useTexts } from '#app/i18n/use-texts.ts';
import { useInstallationName } from '#app/ui/installation-name.ts';
import { SiteLogo } from '#app/ui/site-logo.tsx';

const POINTS = ['tree', 'share', 'search', 'own'] as const;

/** Renders the start page for visitors. */
export function Landing() {
  const t = useTexts();
  const installation = useInstallationName();
  return (
    <main id="main" className="landing">
      <title>{`${installation} · ${t('landing.title')}`}</title>
      <section className="hero">
        <span className="hero-logo">
          <SiteLogo />
        </span>
        <h1>{t('landing.title')}</h1>
        <p>{t('landing.text')}</p>
        <div className="hero-actions">
          <a className="button main" href="/register">
            {t('landing.start')}
          </a>
          <a className="button" href="/login">
            {t('auth.signIn')}
          </a>
        </div>
      </section>
      <Specimen />
      <ul className="points">
        {POINTS.map((point) => (
          <li key={point}>
            <h2>{t(`landing.points.${point}.title`)}</h2>
            <p>{t(`landing.points.${point}.text`)}</p>
          </li>
        ))}
      </ul>
    </main>
  );
}

/** Renders a small illustration of the product from its own components. */
function Specimen() {
  const t = useTexts();
  return (
    <div className="specimen" aria-hidden="true">
      <ul>
        {(['garden', 'beds', 'plan', 'diary'] as const).map((name, index) => (
          <li
            key={name}
            className={name === 'plan' ? 'row here' : 'row'}
            style={{ '--level': [1, 2, 3, 2][index] } as React.CSSProperties}
          >
            <span className="emoji">{['🌿', '📐', '🥕', '📓'][index]}</span>
            {t(`landing.specimen.${name}`)}
          </li>
        ))}
      </ul>
      <div className="prose">
        <p className="specimen-title">{t('landing.specimen.plan')}</p>
        <p>{t('landing.specimen.text')}</p>
        <blockquote>
          <p>{t('landing.specimen.quote')}</p>
        </blockquote>
      </div>
    </div>
  );
}
