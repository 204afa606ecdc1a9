import { MathsStyles } from '#app/features/document/maths-styles.tsx';
import { useLanguage, useTexts } from '#app/i18n/use-texts.ts';
import type { MarkdownExample } from '#app/services/help/markdown-examples.ts';
import { PageTitle } from '#app/ui/page-title.tsx';

/** Lists the supported Markdown: the source of each example beside its rendering. */
export function MarkdownHelp({ examples }: { examples: MarkdownExample[] }) {
  const t = useTexts();
  return (
    <main id="main" className="page markdown-help">
      <PageTitle>{t('help.markdown.title')}</PageTitle>
      <MathsStyles wanted />
      <h1>{t('help.markdown.title')}</h1>
      <p className="lead">{t('help.markdown.lead')}</p>
      <nav aria-label={t('help.markdown.contents')}>
        <ul>
          {examples.map(({ name, title }) => (
            <li key={name}>
              <a className="chip" href={`#${name}`}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {examples.map((example) => (
        <Example key={example.name} example={example} />
      ))}
      <p className="quiet-text">{t('help.markdown.more')}</p>
    </main>
  );
}

function Example({ example: { name, title, text, source, html } }: { example: MarkdownExample }) {
  const t = useTexts();
  const lng = useLanguage();
  return (
    <section id={name} aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`}>{title}</h2>
      <p>{text}</p>
      <div className="markdown-pair">
        <figure>
          <figcaption>{t('help.markdown.written')}</figcaption>
          <pre>
            <code>{source}</code>
          </pre>
        </figure>
        <figure>
          <figcaption>{t('help.markdown.shown')}</figcaption>
          <div
            className="prose"
            lang={lng}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised by app/markdown
            dangerouslySetInnerHTML={{ __html: html }}
          />
        </figure>
      </div>
    </section>
  );
}
