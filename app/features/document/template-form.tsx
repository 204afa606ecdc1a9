import { useRootData } from '#app/features/shell/root-data.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { TemplateScope } from '#app/services/templates/mark-template.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Icon } from '#app/ui/icon.tsx';

/** Makes a document a template for oneself or, as an administrator, for everyone; or reverts that. */
export function TemplateForm({ id, template }: { id: string; template: TemplateScope | null }) {
  const isAdmin = useRootData()?.user?.isAdmin === true;
  return (
    <>
      {template === 'own' ? null : <Choice id={id} intent="template-set" scope="own" />}
      {isAdmin && template !== 'everyone' ? <Choice id={id} intent="template-set" scope="everyone" /> : null}
      {template === null ? null : <Choice id={id} intent="template-unset" scope="none" />}
    </>
  );
}

type ChoiceProps = { id: string; intent: string; scope: TemplateScope | 'none' };

function Choice({ id, intent, scope }: ChoiceProps) {
  const t = useTexts();
  return (
    <form method="post" action={`/doc/${id}`}>
      <CsrfField />
      {scope === 'none' ? null : <input type="hidden" name="scope" value={scope} />}
      <button className="row" type="submit" name="intent" value={intent}>
        <Icon name="file" />
        {t(`templates.set.${scope}`)}
      </button>
    </form>
  );
}
