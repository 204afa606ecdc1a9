import type { ReactNode } from 'react';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { FormSummary } from '#app/ui/form-summary.tsx';

type SettingsFormProps = {
  /** Intent of the form. */
  intent: string;
  /** The intent by default. */
  id?: string;
  /** Address that the form posts to; the settings page by default. */
  action?: string | undefined;
  submit: string;
  /** Class of the button. */
  look?: string;
  errors?: string[] | undefined;
  /** A second button beside the submit button. */
  aside?: ReactNode;
  children?: ReactNode;
};

/** Renders one form of the settings page: optional fields and a submit button. */
export function SettingsForm({
  intent,
  id = intent,
  action = '/settings',
  submit,
  look = '',
  errors,
  aside,
  children,
}: SettingsFormProps) {
  return (
    <form id={id} className="stack" method="post" action={action} noValidate>
      <FormSummary errors={errors} id={`${intent}-summary`} />
      <CsrfField />
      {children}
      <div className="row-actions">
        <button id={`save-${intent}`} className={`button ${look}`} type="submit" name="intent" value={intent}>
          {submit}
        </button>
        {aside}
      </div>
    </form>
  );
}
