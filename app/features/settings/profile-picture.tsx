import { Avatar } from '#app/features/shell/avatar.tsx';
import { useRootData } from '#app/features/shell/root-data.ts';
import { useProblem } from '#app/features/shell/use-problem.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { PICTURE_ENDINGS } from '#app/schemas/file-types.ts';
import type { AccountDetails } from '#app/services/accounts/account-details.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Field } from '#app/ui/field.tsx';
import { FormSummary } from '#app/ui/form-summary.tsx';

/** Sets an account's picture from a file, or removes it. */
export function ProfilePicture({ account }: { account: AccountDetails }) {
  const t = useTexts();
  const error = useProblem('profile-image')?.result.error;
  const { displayName, email, imageUrl } = account;
  // The address shown in the header; images of other hosts go through the image proxy.
  const shown = useRootData()?.user?.imageUrl ?? null;
  return (
    <section id="picture" className="settings-section" tabIndex={-1} aria-labelledby="profile-image-title">
      <h2 id="profile-image-title">{t('profileImage.title')}</h2>
      <div className="profile-picture">
        <Avatar name={displayName ?? email} imageUrl={shown} size="large" />
        <form id="profile-image" className="stack" method="post" action="/settings" encType="multipart/form-data">
          <FormSummary errors={error?.[''] ?? undefined} id="profile-image-summary" />
          <CsrfField />
          <Field
            id="image"
            name="image"
            type="file"
            label={t('profileImage.choose')}
            hint={t('profileImage.hint')}
            accept={PICTURE_ENDINGS.join(',')}
            errors={error?.image ?? error?.file ?? undefined}
            required
          />
          <div className="row-actions">
            <button className="button" type="submit" name="intent" value="profile-image">
              {t('profileImage.upload')}
            </button>
            {imageUrl ? (
              <button
                className="button quiet danger"
                type="submit"
                name="intent"
                value="profile-image-remove"
                formNoValidate
              >
                {t('profileImage.remove')}
              </button>
            ) : null}
          </div>
        </form>
      </div>
    </section>
  );
}
