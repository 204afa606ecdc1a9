import { useState } from 'react';
import { useTexts } from '#app/i18n/use-texts.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { PageTitle } from '#app/ui/page-title.tsx';

const ON_THE_SERVER = ['render', 'loader', 'action'] as const;

/** Raises errors on purpose to test error reporting: on the server by a form, in the browser by a script. */
export function TestSentryPage() {
  const t = useTexts();
  const [isFaulty, setFaulty] = useState(false);
  if (isFaulty) return <Faulty where="browser render" />;
  const onPress = () => {
    throw new Error('Raised on purpose: browser');
  };
  const onPromise = () => void Promise.reject(new Error('Raised on purpose: promise'));
  return (
    <main id="main" className="page">
      <PageTitle>{t('testSentry.title')}</PageTitle>
      <h1>{t('testSentry.title')}</h1>
      <p className="quiet-text">{t('testSentry.text')}</p>
      <h2>{t('testSentry.server')}</h2>
      <form method="post" className="screen-actions">
        <CsrfField />
        {ON_THE_SERVER.map((where) => (
          <button key={where} className="button" type="submit" name="intent" value={where}>
            {t(`testSentry.${where}`)}
          </button>
        ))}
      </form>
      <h2>{t('testSentry.browser')}</h2>
      <p className="screen-actions">
        <button className="button" type="button" onClick={() => setFaulty(true)}>
          {t('testSentry.browserRender')}
        </button>
        <button className="button" type="button" onClick={onPress}>
          {t('testSentry.browserEvent')}
        </button>
        <button className="button" type="button" onClick={onPromise}>
          {t('testSentry.browserPromise')}
        </button>
      </p>
    </main>
  );
}

/** Throws an error when rendered. */
export function Faulty({ where }: { where: string }): never {
  throw new Error(`Raised on purpose: ${where}`);
}
