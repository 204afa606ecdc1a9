import { useRefused } from '#app/features/shell/use-refused.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { COVER_PRESETS } from '#app/schemas/cover-presets.ts';
import { hasSmaller } from '#app/schemas/file-url.ts';
import type { DocumentEntry } from '#app/services/access/document-entry.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Field } from '#app/ui/field.tsx';

type Cover = DocumentEntry['coverImage'];

/** Renders the cover of a document, scrolled by `scrollY` per cent of the hidden height. */
export function CoverPicture({ cover, canEdit = false }: { cover: Cover; canEdit?: boolean }) {
  if (!cover) return null;
  const style = { objectPosition: `50% ${Math.min(100, cover.scrollY)}%` };
  // For our own files the browser picks a large enough size.
  const sizes = hasSmaller(cover.url)
    ? { srcSet: `${cover.url}?w=640 640w, ${cover.url}?w=1280 1280w`, sizes: '(max-width: 60rem) 100vw, 60rem' }
    : {};
  return (
    <div className="cover-frame" data-can-edit={canEdit || undefined}>
      <img className="cover" src={cover.url} {...sizes} alt="" style={style} referrerPolicy="no-referrer" />
    </div>
  );
}

/** Forms to choose a built-in cover, set one by address, position it or remove it. */
export function CoverForms({ id, cover }: { id: string; cover: Cover }) {
  const t = useTexts();
  const { isBack, errors, given } = useRefused('cover');
  return (
    <details className="disclosure cover-forms" open={isBack}>
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
        <Field
          id="cover-url"
          name="url"
          label={t('cover.url')}
          defaultValue={given.url ?? cover?.url}
          placeholder="https://"
          errors={errors.url}
        />
        <Field
          id="cover-scroll"
          type="number"
          name="scrollY"
          label={t('cover.scrollY')}
          min="0"
          max="100"
          step="any"
          defaultValue={given.scrollY ?? cover?.scrollY ?? 0}
          errors={errors.scrollY}
        />
        <button className="button" type="submit" name="intent" value="cover">
          {t('form.save')}
        </button>
      </form>
      <p>
        <a href={`/doc/${id}/files`}>{t('uploads.ownCover')}</a>
      </p>
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
