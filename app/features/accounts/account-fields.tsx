import { useState } from 'react';
import { useRootData } from '#app/features/shell/root-data.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { PASSWORD_MIN } from '#app/schemas/limits.ts';
import { advisePassword, type PasswordAdvice } from '#app/schemas/password-advice.ts';
import { Field } from '#app/ui/field.tsx';

type EmailFieldProps = { defaultValue?: string | undefined; errors?: string[] | undefined; isFirst?: boolean };

/** The e-mail address used to sign in. */
export function EmailField({ defaultValue, errors, isFirst }: EmailFieldProps) {
  const t = useTexts();
  return (
    <Field
      id="email"
      name="email"
      type="email"
      label={t('auth.email')}
      autoComplete="username"
      defaultValue={defaultValue}
      errors={errors}
      isFirst={isFirst}
      required
    />
  );
}

type PasswordFieldProps = {
  /** True for a new password: shows the rule and lets password managers suggest one. */
  isNew?: boolean;
  id?: string;
  name?: string;
  label?: string;
  hint?: string | undefined;
  errors?: string[] | undefined;
  isFirst?: boolean;
};

/** Renders a password field. The value is never sent back with the form. */
export function PasswordField({ isNew = false, id = 'password', name = id, ...props }: PasswordFieldProps) {
  const { label, hint, errors, isFirst } = props;
  const t = useTexts();
  const min = useRootData()?.passwordMin ?? PASSWORD_MIN;
  const [advice, setAdvice] = useState<PasswordAdvice | null>(null);
  // When a password is typed twice, only the first field shows the advice.
  const isAdvised = isNew && hint === undefined;
  return (
    <>
      <Field
        id={id}
        name={name}
        type="password"
        label={label ?? t('auth.password')}
        hint={hint ?? (isNew ? t('auth.passwordHint', { min }) : undefined)}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        errors={errors}
        isFirst={isFirst}
        onInput={isAdvised ? (event) => setAdvice(advisePassword(event.currentTarget.value, min)) : undefined}
        required
      />
      {isAdvised ? (
        <output className="advice" htmlFor={id} data-advice={advice ?? undefined}>
          {advice ? t(`auth.passwordAdvice.${advice}`, { min }) : null}
        </output>
      ) : null}
    </>
  );
}
