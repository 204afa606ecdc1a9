import { COVER_PRESETS } from '#app/schemas/choices.ts';
import type { DocumentEntry } from '#app/services/documents/document-entry.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Field } from '#app/ui/field.tsx';
import { useTexts } from '#app/ui/use-texts.ts';

type Cover = DocumentEntry['coverImage'];

/** The picture above a document, moved up by `scrollY` per cent of what does not fit. */
export function CoverPicture({ cover }: { cover: Cover }) {
  if (!cover) return null;
  const style = { objectPosition: `50% ${Math.min(100, cover.scrollY)}%` };
  return <img className="cover" src={cover.url} alt="" style={style} referrerPolicy="no-referrer" />;
}

/** One of the drawn ones with a press; any other by its address; where it stands; away with it. */
export function CoverForms({ id, cover }: { id: string; cover: Cover }) {
  const t = useTexts();
  return (
    <details className="disclosure cover-forms">
      <summary>{t('cover.title')}</summary>
      <form method="post" action={`/doc/${id}`}>
        <CsrfField />
        <input type="hidden" name="intent" value="cover" />
        <input type="hidden" name="isPreset" value="true" />
        <div className="cover-presets">
          {COVER_PRESETS.map((url, index) => (
            <button
              key={url}
              type="submit"
              name="url"
              value={url}
              aria-label={t('cover.preset', { number: index + 1 })}
            >
              <img src={url} alt="" loading="lazy" />
            </button>
          ))}
        </div>
      </form>
      <form className="cover-form" method="post" action={`/doc/${id}`}>
        <CsrfField />
        <Field id="cover-url" name="url" label={t('cover.url')} defaultValue={cover?.url} placeholder="https://" />
        <Field
          id="cover-scroll"
          type="number"
          name="scrollY"
          label={t('cover.scrollY')}
          min="0"
          max="100"
          step="any"
          defaultValue={cover?.scrollY ?? 0}
        />
        <button className="button" type="submit" name="intent" value="cover">
          {t('form.save')}
        </button>
      </form>
      {cover ? (
        <form method="post" action={`/doc/${id}`}>
          <CsrfField />
          <button className="button quiet danger" type="submit" name="intent" value="cover-remove">
            {t('cover.remove')}
          </button>
        </form>
      ) : null}
    </details>
  );
}
