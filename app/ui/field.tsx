import type { InputHTMLAttributes, ReactNode, Ref } from 'react';

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
  id: string;
  label: ReactNode;
  hint?: string | undefined;
  errors?: string[] | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** Renders a labelled input with its hint and messages. */
export function Field({ id, label, hint, errors, ...input }: FieldProps) {
  const hasError = Boolean(errors?.length);
  const describedBy = [hasError && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input {...input} id={id} aria-invalid={hasError || undefined} aria-describedby={describedBy || undefined} />
      {hint ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <FieldErrors id={id} errors={errors} />
    </div>
  );
}

export function FieldErrors({ id, errors }: { id: string; errors?: string[] | undefined }) {
  if (!errors?.length) return null;
  return (
    <p className="wrong" id={`${id}-error`}>
      {errors.join(' ')}
    </p>
  );
}
