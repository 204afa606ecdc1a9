import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { useHasProblem } from '#app/ui/form-problem.ts';

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'autoFocus'> & {
  id: string;
  label: ReactNode;
  /** True for the field where a page of one form begins. An error summary has focus instead of it. */
  isFirst?: boolean | undefined;
  hint?: string | undefined;
  errors?: string[] | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** Renders a labelled input with its hint and messages. */
export function Field({ id, label, hint, errors, isFirst = false, ...input }: FieldProps) {
  const hasProblem = useHasProblem();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        // biome-ignore lint/a11y/noAutofocus: the page has one form, and its heading names it
        autoFocus={isFirst && !hasProblem}
        {...messageAttributes(id, errors, { hasHint: Boolean(hint) })}
      />
      {hint ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <FieldErrors id={id} errors={errors} />
    </div>
  );
}

/** Returns the attributes that tie a control to its messages (`FieldErrors` of the same id) and its hint. */
export function messageAttributes(id: string, errors?: string[] | null, { hasHint = false } = {}) {
  const hasError = Boolean(errors?.length);
  const describedBy = [hasError && `${id}-error`, hasHint && `${id}-hint`].filter(Boolean).join(' ');
  return { 'aria-invalid': hasError || undefined, 'aria-describedby': describedBy || undefined };
}

export function FieldErrors({ id, errors }: { id: string; errors?: string[] | undefined }) {
  if (!errors?.length) return null;
  return (
    <p className="wrong" id={`${id}-error`}>
      {errors.join(' ')}
    </p>
  );
}
