import { IconField } from '#app/features/document/icon-field.tsx';
import { TitleField } from '#app/features/editor/title-field.tsx';
import { useTexts } from '#app/i18n/use-texts.ts';
import { FieldErrors } from '#app/ui/field.tsx';

/** A field of the edit form as Conform describes it. */
export type FormField = { initialValue?: string | undefined; errors?: string[] | undefined };

/** Renders the fields of icon and title. `language` is the title's if it is not the page's. */
export function EditorTitle(props: { icon: FormField; title: FormField; language: string | undefined }) {
  const { icon, title, language } = props;
  const t = useTexts();
  return (
    <>
      <div className="editor-title">
        <label className="sr-only" htmlFor="icon">
          {t('document.icon')}
        </label>
        <IconField
          id="icon"
          className="icon-input"
          defaultValue={icon.initialValue}
          isWrong={icon.errors !== undefined}
        />
        <label className="sr-only" htmlFor="title">
          {t('document.title')}
        </label>
        <TitleField language={language} value={title.initialValue ?? ''} isInvalid={title.errors !== undefined} />
      </div>
      <FieldErrors id="icon" errors={icon.errors} />
      <FieldErrors id="title" errors={title.errors} />
    </>
  );
}
