import { FormSection } from '#app/features/settings/form-section.tsx';
import { useFormReply } from '#app/features/shell/use-form-reply.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { fileInUrl } from '#app/schemas/file-url.ts';
import { USERNAME_MAX } from '#app/schemas/limits.ts';
import type { AccountDetails } from '#app/services/accounts/account-details.ts';
import { Field } from '#app/ui/field.tsx';

export function ProfileForm({ account }: { account: AccountDetails }) {
  const t = useTexts();
  const { displayName, username, imageUrl } = account;
  const { form, fields } = useFormReply<{ displayName: string; username: string; imageUrl: string }>({
    intent: 'profile',
    defaultValue: { displayName: displayName ?? '', username: username ?? '', imageUrl: imageUrl ?? '' },
  });
  return (
    <FormSection id="profile" title={t('settings.profile.title')} errors={form.errors} submit={t('form.save')}>
      <Field
        id="displayName"
        name="displayName"
        label={t('settings.profile.displayName')}
        autoComplete="name"
        defaultValue={fields.displayName.initialValue}
        errors={fields.displayName.errors}
      />
      <Field
        id="username"
        name="username"
        label={t('settings.profile.username')}
        hint={t('settings.profile.usernameHint')}
        maxLength={USERNAME_MAX}
        autoComplete="nickname"
        defaultValue={fields.username.initialValue}
        errors={fields.username.errors}
      />
      {fileInUrl(fields.imageUrl.initialValue ?? '') ? (
        // An uploaded picture has its own form; this one posts it back unchanged.
        <input type="hidden" name="imageUrl" value={fields.imageUrl.initialValue} />
      ) : (
        <Field
          id="imageUrl"
          name="imageUrl"
          type="url"
          label={t('settings.profile.imageUrl')}
          defaultValue={fields.imageUrl.initialValue}
          errors={fields.imageUrl.errors}
        />
      )}
    </FormSection>
  );
}
