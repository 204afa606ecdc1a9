import { CreateFields } from '#app/features/document/create-fields.tsx';
import { BackTo } from '#app/features/shell/back-to.tsx';
import { useGiven } from '#app/features/shell/use-given.ts';
import { useProblem } from '#app/features/shell/use-problem.ts';
import { textLanguage } from '#app/i18n/text-language.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { TITLE_MAX } from '#app/schemas/limits.ts';
import type { TemplateEntry, TemplatePreview } from '#app/services/templates/templates.ts';
import { FieldErrors } from '#app/ui/field.tsx';
import { Name } from '#app/ui/name.tsx';
import { PageTitle } from '#app/ui/page-title.tsx';

type Parent = { id: string; title: string } | null;
type TemplatesProps = { templates: TemplateEntry[]; preview: TemplatePreview | null; parent: Parent };

const KINDS = ['own', 'everyone', 'arbor'] as const;

/** Lists templates for a new document, with a preview of one and the form to use it. */
export function TemplatesPage({ templates, preview, parent }: TemplatesProps) {
  const t = useTexts();
  return (
    <main id="main" className="page">
      <PageTitle>{t('templates.title')}</PageTitle>
      {parent ? <BackTo document={parent} /> : null}
      <h1>{t('templates.title')}</h1>
      <p className="lead">{t('templates.lead')}</p>
      {preview ? <Preview preview={preview} parent={parent} key={preview.id} /> : null}
      {KINDS.map((kind) => (
        <Kind
          key={kind}
          kind={kind}
          templates={templates.filter((template) => template.kind === kind)}
          shown={preview?.id ?? null}
          parent={parent}
        />
      ))}
      <p className="quiet-text">{t('templates.help')}</p>
    </main>
  );
}

type KindProps = { kind: TemplateEntry['kind']; templates: TemplateEntry[]; shown: string | null; parent: Parent };

function Kind({ kind, templates, shown, parent }: KindProps) {
  const t = useTexts();
  if (templates.length === 0) return null;
  return (
    <section className="template-kind" aria-labelledby={`templates-${kind}`}>
      <h2 id={`templates-${kind}`}>{t(`templates.kinds.${kind}`)}</h2>
      <ul className="hits">
        {templates.map(({ id, name, icon }) => (
          <li key={id}>
            <a href={`${pathOf(id, parent)}#preview`} aria-current={id === shown ? 'true' : undefined}>
              <span className="emoji">{icon}</span>
              <Name text={name} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const pathOf = (shown: string, parent: Parent) =>
  `/templates?${new URLSearchParams({ show: shown, ...(parent ? { parent: parent.id } : {}) })}`;

function Preview({ preview, parent }: { preview: TemplatePreview; parent: Parent }) {
  const t = useTexts();
  const problem = useProblem('template-use');
  const given = useGiven('template-use')?.title;
  const errors = problem?.result.error?.title ?? undefined;
  return (
    <section id="preview" className="template-preview" aria-labelledby="preview-title">
      <h2 id="preview-title">
        <span className="emoji">{preview.icon}</span> <Name className="" text={preview.title} />
      </h2>
      <form className="create-form" method="post" action={pathOf(preview.id, parent)}>
        <CreateFields />
        <input type="hidden" name="templateId" value={preview.id} />
        {parent ? <input type="hidden" name="parentId" value={parent.id} /> : null}
        <label className="sr-only" htmlFor="template-title">
          {t('document.title')}
        </label>
        <input
          id="template-title"
          name="title"
          maxLength={TITLE_MAX}
          defaultValue={given ?? preview.title}
          aria-invalid={errors ? true : undefined}
          aria-describedby={errors ? 'template-title-error' : undefined}
        />
        <button className="button main" type="submit" name="intent" value="template-use">
          {t('templates.use')}
        </button>
        <FieldErrors id="template-title" errors={errors} />
      </form>
      <div
        className="prose"
        lang={textLanguage(preview.html)}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised where it is rendered (app/markdown)
        dangerouslySetInnerHTML={{ __html: preview.html }}
      />
    </section>
  );
}
