import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { FormSummary } from '#app/ui/form-summary.tsx';
import { PageTitle } from '#app/ui/page-title.tsx';

type AuthCardProps = {
  id: string;
  title: string;
  text?: string;
  errors: string[] | undefined;
  /** Reason for the form, shown above it. */
  notice?: ReactNode;
  /** The form's action; defaults to the current page. */
  action?: string;
  onSubmit?: (event: React.FormEvent<HTMLFormElement>) => void;
  /** Alternatives, shown below the form. */
  footer?: ReactNode;
  children: ReactNode;
};

/** Renders the card of an authentication page. Signing in is a full page load, so that no visitor state remains. */
export function AuthCard({ id, title, text, errors, notice, action, onSubmit, footer, children }: AuthCardProps) {
  return (
    <div className="card stack">
      <PageTitle hasSummary={errors !== undefined}>{title}</PageTitle>
      <h1>{title}</h1>
      {text ? <p className="quiet-text">{text}</p> : null}
      {notice}
      <Form
        id={id}
        className="stack"
        method="post"
        noValidate
        reloadDocument
        {...(action ? { action } : {})}
        {...(onSubmit ? { onSubmit } : {})}
      >
        <FormSummary errors={errors} />
        <CsrfField />
        {children}
      </Form>
      {footer ? <div className="card-footer">{footer}</div> : null}
    </div>
  );
}
