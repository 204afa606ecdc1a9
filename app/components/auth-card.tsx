import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { FormSummary } from '#app/ui/form-summary.tsx';

type AuthCardProps = {
  id: string;
  title: string;
  text?: string;
  errors: string[] | undefined;
  onSubmit?: (event: React.FormEvent<HTMLFormElement>) => void;
  /** Below the form: other ways to go. */
  footer?: ReactNode;
  children: ReactNode;
};

/** The one card of an authentication page. Signing in is a full page load, so that nothing of the visitor is left. */
export function AuthCard({ id, title, text, errors, onSubmit, footer, children }: AuthCardProps) {
  return (
    <div className="card stack">
      <title>{`${title} · Arbor`}</title>
      <h1>{title}</h1>
      {text ? <p className="quiet-text">{text}</p> : null}
      <Form id={id} className="stack" method="post" noValidate reloadDocument {...(onSubmit ? { onSubmit } : {})}>
        <FormSummary errors={errors} />
        <CsrfField />
        {children}
      </Form>
      {footer ? <div className="card-footer">{footer}</div> : null}
    </div>
  );
}
