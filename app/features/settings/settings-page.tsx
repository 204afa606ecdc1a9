import { useState } from 'react';
import { AiMeter } from '#app/features/ai/ai-meter.tsx';
import { StorageTotal } from '#app/features/files/storage-total.tsx';
import { ExportSection } from '#app/features/settings/export-section.tsx';
import { NotificationSection } from '#app/features/settings/notification-section.tsx';
import { ProfileForm } from '#app/features/settings/profile-form.tsx';
import { ProfilePicture } from '#app/features/settings/profile-picture.tsx';
import { SessionList } from '#app/features/settings/session-list.tsx';
import { SettingsContents } from '#app/features/settings/settings-contents.tsx';
import { SettingsForm } from '#app/features/settings/settings-form.tsx';
import { ShownOncePanel } from '#app/features/settings/shown-once-panel.tsx';
import { EmailForm, PasswordForm } from '#app/features/settings/sign-in-forms.tsx';
import { SignInMethods, shownProviders } from '#app/features/settings/sign-in-methods.tsx';
import { type TokenAbilities, TokenSection } from '#app/features/settings/token-section.tsx';
import { TwoFactorSection } from '#app/features/settings/two-factor-section.tsx';
import { useRootData } from '#app/features/shell/root-data.ts';
import { useProblem } from '#app/features/shell/use-problem.ts';
import { TermsSection } from '#app/features/terms/terms-section.tsx';
import type { ShownOnce } from '#app/http/session/shown-once.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { ProviderName } from '#app/schemas/providers.ts';
import type { AccountDetails } from '#app/services/accounts/account-details.ts';
import type { StorageUse } from '#app/services/files/storage-use.ts';
import type { MailRefusal } from '#app/services/mail/mail-refusal.ts';
import type { MailSettings } from '#app/services/notifications/mail-choices.ts';
import type { QuotaDetail } from '#app/services/quotas/get-quota.ts';
import type { SessionEntry } from '#app/services/sessions/list-sessions.ts';
import type { SecondFactors } from '#app/services/sign-in/get-second-factors.ts';
import type { TakeoutEntry } from '#app/services/takeouts/open-takeout.ts';
import type { AcceptedTerms } from '#app/services/terms/accept-terms.ts';
import type { TokenEntry } from '#app/services/tokens/list-tokens.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { PageTitle } from '#app/ui/page-title.tsx';

type SettingsProps = {
  account: AccountDetails;
  can: TokenAbilities;
  providers: readonly ProviderName[];
  sessions: SessionEntry[];
  currentSessionId: string;
  factors: SecondFactors;
  tokens: TokenEntry[];
  shownOnce: ShownOnce | null;
  storageUse: StorageUse;
  /** Null if no AI is configured. */
  quota: QuotaDetail | null;
  /** True if others see what this person reads. */
  isReadingShown: boolean;
  mails: MailSettings;
  /** Set if the mail server refuses the account's address. */
  refusal: MailRefusal | null;
  /** Time zones to choose from. */
  zones: string[];
  /** True if the person manages a group. */
  keepsGroups: boolean;
  takeouts: TakeoutEntry[];
  acceptedTerms: AcceptedTerms[];
};

/** Renders the account's settings: profile, sign-in methods, sessions. */
export function SettingsPage({ account, sessions, currentSessionId, ...more }: SettingsProps) {
  const t = useTexts();
  const hasPasswords = useRootData()?.hasPasswords ?? true;
  const { factors, tokens } = more;
  // The server sends it once. The page loads its data again when something changes.
  const [shownOnce] = useState(more.shownOnce);
  const hasPassword = account.hasPassword && hasPasswords;
  const hasMethods = shownProviders({ account, configured: more.providers }).length > 0;
  const hasSummary = useShowsProblem({ hasPassword, hasMethods });
  const sections: [id: string, title: string][] = [
    ['picture', t('profileImage.title')],
    ['profile', t('settings.profile.title')],
    ['email', t('auth.email')],
    ...(hasPassword ? [['password', t('auth.password')] satisfies [string, string]] : []),
    ...(hasMethods ? [['sign-in-methods', t('settings.methods.title')] satisfies [string, string]] : []),
    ['presence', t('settings.presence.title')],
    ['notifications', t('settings.notifications.title')],
    ['second-factor', t('settings.twoFactor.title')],
    ['sessions', t('settings.sessions.title')],
    ['tokens', t('settings.tokens.title')],
    ['storage', t('storage.title')],
    ['export', t('settings.export.title')],
    ['deletion', t('settings.deletion.title')],
  ];
  return (
    <main id="main" className="page narrow">
      <PageTitle hasSummary={hasSummary}>{t('settings.title')}</PageTitle>
      <h1>{t('settings.title')}</h1>
      <SettingsContents sections={sections} />
      {shownOnce ? <ShownOncePanel secret={shownOnce} /> : null}
      <ProfilePicture account={account} />
      <ProfileForm account={account} />
      <EmailForm email={account.email} />
      {hasPassword ? <PasswordForm email={account.email} /> : null}
      {hasMethods ? <SignInMethods account={account} configured={more.providers} /> : null}
      <PresenceForm isShown={more.isReadingShown} />
      <NotificationSection mails={more.mails} zones={more.zones} refusal={more.refusal} />
      {more.keepsGroups ? (
        <p>
          <a href="/groups">{t('groups.title')}</a>
        </p>
      ) : null}
      <TwoFactorSection factors={factors} hasPassword={account.hasPassword} />
      <SessionList sessions={sessions} currentId={currentSessionId} />
      <TokenSection tokens={tokens} can={more.can} />
      <section id="storage" className="settings-section">
        <h2>{t('storage.title')}</h2>
        <StorageTotal {...more.storageUse} />
      </section>
      {more.quota ? (
        <section className="settings-section">
          <h2>{t('ai.meter.label')}</h2>
          <AiMeter quota={more.quota} />
        </section>
      ) : null}
      {more.acceptedTerms.length > 0 ? <TermsSection accepted={more.acceptedTerms} /> : null}
      <ExportSection takeouts={more.takeouts} />
      <section id="deletion" className="settings-section">
        <h2>{t('settings.deletion.title')}</h2>
        <p className="quiet-text">{t('settings.deletion.short')}</p>
        <form method="post" action="/settings">
          <CsrfField />
          <button className="button danger" type="submit" name="intent" value="account-delete">
            {t('settings.deletion.start')}
          </button>
        </form>
      </section>
    </main>
  );
}

/** Forms that show their own summary and are always there. */
const OWN_SUMMARIES = ['profile-image', 'profile', 'email', 'notifications', 'token-create'];

/** Returns true if the form of the last refused post is on the page and shows its summary. */
function useShowsProblem({ hasPassword, hasMethods }: { hasPassword: boolean; hasMethods: boolean }): boolean {
  const shown = [
    ...OWN_SUMMARIES,
    ...(hasPassword ? ['password'] : []),
    ...(hasMethods ? ['provider-link', 'provider-unlink'] : []),
  ];
  return useProblem(...shown) !== undefined;
}

function PresenceForm({ isShown }: { isShown: boolean }) {
  const t = useTexts();
  return (
    <section id="presence" className="settings-section">
      <h2>{t('settings.presence.title')}</h2>
      <SettingsForm intent="presence" id="presence-form" submit={t('settings.presence.save')}>
        <label className="check">
          <input type="checkbox" name="showReading" defaultChecked={isShown} /> {t('settings.presence.show')}
        </label>
      </SettingsForm>
    </section>
  );
}
