import type { FormEvent } from 'react';
import { useProblem } from '#app/features/shell/use-problem.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { AI_ACTIONS, PROMPT_MAX, TARGET_LANGUAGES } from '#app/schemas/ai-actions.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Field, FieldErrors, messageAttributes } from '#app/ui/field.tsx';
import { TextArea } from '#app/ui/text-area.tsx';

export type AiFields = { action?: string; selection?: string; prompt?: string; lng?: string };
type AiFormProps = {
  docId: string;
  fields: AiFields;
  host: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  isBusy: boolean;
};

/** Renders the form for an AI task and the text it applies to; names the provider's host before it is sent. */
export function AiForm({ docId, fields, host, onSubmit, isBusy }: AiFormProps) {
  const t = useTexts();
  const errors = useProblem('generate')?.result.error ?? {};
  return (
    <form id="ai" className="stack" method="post" action={`/doc/${docId}/ai`} onSubmit={onSubmit} noValidate>
      <CsrfField />
      <input type="hidden" name="intent" value="generate" />
      <fieldset className="choices">
        <legend>{t('ai.action')}</legend>
        {AI_ACTIONS.map((action) => (
          <label key={action} className="choice">
            <input
              type="radio"
              name="action"
              value={action}
              {...messageAttributes('action', errors.action)}
              defaultChecked={action === (fields.action ?? 'summarize')}
            />
            {t(`ai.actions.${action}`)}
          </label>
        ))}
        <FieldErrors id="action" errors={errors.action ?? undefined} />
      </fieldset>
      <Field
        id="prompt"
        name="prompt"
        label={t('ai.prompt')}
        hint={t('ai.promptHint')}
        defaultValue={fields.prompt}
        maxLength={PROMPT_MAX}
        errors={errors.prompt ?? undefined}
      />
      <div className="field">
        <label htmlFor="selection">{t('ai.selection')}</label>
        <TextArea
          id="selection"
          name="selection"
          rows={4}
          defaultValue={fields.selection}
          aria-invalid={errors.selection ? true : undefined}
          aria-describedby={errors.selection ? 'selection-error selection-hint' : 'selection-hint'}
        />
        <p className="hint" id="selection-hint">
          {t('ai.selectionHint')}
        </p>
        <FieldErrors id="selection" errors={errors.selection ?? undefined} />
      </div>
      <LanguageField chosen={fields.lng} errors={errors.lng ?? undefined} />
      <p className="ai-notice">{t('ai.notice', { host })}</p>
      <div>
        <button className="button main" type="submit" disabled={isBusy}>
          {t('ai.run')}
        </button>
      </div>
    </form>
  );
}

function LanguageField({ chosen, errors }: { chosen: string | undefined; errors: string[] | undefined }) {
  const t = useTexts();
  return (
    <div className="field">
      <label htmlFor="lng">{t('ai.lng')}</label>
      <select
        id="lng"
        name="lng"
        defaultValue={chosen ?? ''}
        aria-invalid={errors ? true : undefined}
        aria-describedby={errors ? 'lng-error lng-hint' : 'lng-hint'}
      >
        <option value="">{t('ai.lngAuto')}</option>
        {TARGET_LANGUAGES.map((lng) => (
          <option key={lng} value={lng}>
            {t(`ai.languages.${lng}`)}
          </option>
        ))}
      </select>
      <p className="hint" id="lng-hint">
        {t('ai.lngHint')}
      </p>
      <FieldErrors id="lng" errors={errors} />
    </div>
  );
}
