import { useLocation } from 'react-router';
import { useAuthState } from '#app/browser/auth-state.ts';
import { Avatar } from '#app/features/shell/avatar.tsx';
import { useRootData } from '#app/features/shell/root-data.ts';
import { SettingsPopover } from '#app/features/shell/settings-popover.tsx';
import { useTitleCount } from '#app/features/shell/use-title-count.ts';
import { SideButton } from '#app/features/tree/side-button.tsx';
import { openTreeDrawer } from '#app/features/tree/tree-drawer.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { useInstallationName } from '#app/ui/installation-name.ts';
import { Name } from '#app/ui/name.tsx';
import { Popover } from '#app/ui/popover.tsx';
import { SiteLogo } from '#app/ui/site-logo.tsx';

/** Renders the fixed header: home, search, settings and the account. */
export function Header() {
  const t = useTexts();
  const root = useRootData();
  const installation = useInstallationName();
  const user = root?.user;
  const isOpen = user && !root?.setUpFirst;
  return (
    <>
      <a className="skip" href="#main">
        {t('frame.skip')}
      </a>
      <header className="bar">
        {isOpen ? (
          <a
            className="button quiet tree-button"
            href="/?tree"
            aria-label={t('frame.openTree')}
            onClick={openTreeDrawer}
          >
            <Icon name="menu" />
          </a>
        ) : null}
        <SideButton />
        <a className="logo" href="/">
          <SiteLogo />
          <span className="logo-name">{installation}</span>
        </a>
        <span className="push" />
        {isOpen ? <SearchForm /> : null}
        <span className="push" />
        {isOpen ? <InboxLink /> : null}
        <SettingsPopover />
        {user ? <AccountPopover /> : null}
        {/* Without root data it is unknown whether somebody is signed in. */}
        {root && !user ? <SignInLinks /> : null}
      </header>
    </>
  );
}

/** Once the code of the command palette has loaded, its button takes the place of the field (`search-button.tsx`). */
function SearchForm() {
  const t = useTexts();
  // The search page has a field of its own.
  if (useLocation().pathname === '/search') return null;
  return (
    <search>
      <form className="quick" action="/search" method="get">
        <Icon name="search" />
        <label className="sr-only" htmlFor="header-search">
          {t('search.label')}
        </label>
        <input id="header-search" name="keyword" type="search" placeholder={t('search.label')} maxLength={200} />
      </form>
    </search>
  );
}

function InboxLink() {
  const t = useTexts();
  const unread = useRootData()?.unread ?? 0;
  useTitleCount(unread);
  return (
    <a className="button quiet inbox-link" href="/inbox">
      <Icon name="inbox" />
      <span className="sr-only">{t('inbox.title')}</span>
      {unread > 0 ? <span className="unread-count">{unread > 999 ? '999+' : unread}</span> : null}
    </a>
  );
}

function AccountPopover() {
  const t = useTexts();
  const user = useRootData()?.user;
  const isLeaving = useAuthState(({ loading }) => loading, false);
  const name = user?.displayName ?? user?.email ?? '';
  return (
    <Popover label={t('frame.account')} icon={<Avatar name={name} imageUrl={user?.imageUrl ?? null} />}>
      <p className="who">
        {user?.displayName ? (
          <strong>
            <Name className="" text={user.displayName} />
          </strong>
        ) : null}
        <span>{user?.email}</span>
      </p>
      <a className="row" href="/settings">
        {t('settings.title')}
      </a>
      {user?.isAdmin ? (
        <a className="row" href="/admin/users">
          {t('admin.users.title')}
        </a>
      ) : null}
      {user?.isAdmin ? (
        <a className="row" href="/admin/groups">
          {t('groups.adminTitle')}
        </a>
      ) : null}
      {user?.isAdmin ? (
        <a className="row" href="/admin/token-usage">
          {t('admin.usage.title')}
        </a>
      ) : null}
      {user?.isAdmin ? (
        <a className="row" href="/admin/audit">
          {t('admin.audit.title')}
        </a>
      ) : null}
      <form action="/logout" method="post" onSubmit={logOutHere}>
        <CsrfField />
        <button className="row" type="submit" disabled={isLeaving}>
          {t('auth.signOut')}
        </button>
      </form>
    </Popover>
  );
}

/** If the sign-out code cannot load, the form is posted normally. */
function logOutHere(event: React.FormEvent<HTMLFormElement>): void {
  event.preventDefault();
  const form = event.currentTarget;
  import('#app/browser/log-out.ts').then(
    ({ logOutAndStartAnew }) => logOutAndStartAnew(),
    () => HTMLFormElement.prototype.submit.call(form),
  );
}

function SignInLinks() {
  const t = useTexts();
  return (
    <>
      <a className="button quiet" href="/login">
        {t('auth.signIn')}
      </a>
      <a className="button main wide-only" href="/register">
        {t('auth.signUp')}
      </a>
    </>
  );
}
