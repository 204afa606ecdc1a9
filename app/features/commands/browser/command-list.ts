import type { TFunction } from 'i18next';
import { outward } from '#app/address/base-path.ts';
import { logOutAndStartAnew } from '#app/browser/log-out.ts';
import { chooseLanguage, chooseTheme } from '#app/browser/preferences.ts';
import type { CommandLayer, CommandPage } from '#app/features/commands/browser/command-types.ts';
import type { ShortcutId } from '#app/features/commands/browser/shortcut-keys.ts';
import { foldSide } from '#app/features/commands/browser/side-button.ts';
import type { CommandActs } from '#app/features/commands/browser/use-command-acts.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '#app/i18n/language.ts';
import { EXPORT_FORMATS } from '#app/schemas/export-formats.ts';
import { THEMES } from '#app/schemas/theme.ts';
import type { IconName } from '#app/ui/icon.tsx';

export type Command = {
  id: string;
  group: 'document' | 'do' | 'go' | 'settings';
  icon: IconName;
  label: string;
  /** English keywords, matched in every language. */
  words: string;
  shortcut?: ShortcutId;
  run: () => void;
};

type Around = { t: TFunction; acts: CommandActs; page: CommandPage; setOpen: (layer: CommandLayer | null) => void };

/** Lists the palette's commands for a page, without documents. Omits commands the user may not run. */
export function listCommands({ t, acts, page, setOpen }: Around): Command[] {
  const to = (path: string) => () => acts.go(path);
  return [
    ...documentCommands({ t, acts, page, setOpen }),
    command('do', 'plus', t('document.create'), 'create new document page', () => void acts.create(null), 'create'),
    command('do', 'upload', t('transfer.import'), 'import', to('/import')),
    ...(page.hasAi ? [command('do', 'sparkle', t('ai.ask.title'), 'ask ai', to('/ask'))] : []),
    command('go', 'house', t('tree.home'), 'home', to('/'), 'home'),
    command('go', 'star', t('tree.starred'), 'starred', to('/starred'), 'starred'),
    command('go', 'share', t('tree.shared'), 'shared with me', to('/shared'), 'shared'),
    command('go', 'archive', t('tree.archive'), 'archive', to('/archive'), 'archive'),
    command('go', 'settings', t('settings.title'), 'settings account', to('/settings'), 'settings'),
    ...(page.isAdmin
      ? [
          command('go', 'menu', t('admin.users.title'), 'admin people users', to('/admin/users')),
          command('go', 'menu', t('groups.adminTitle'), 'admin groups', to('/admin/groups')),
          command('go', 'menu', t('admin.usage.title'), 'admin token usage', to('/admin/token-usage')),
          command('go', 'menu', t('admin.audit.title'), 'admin audit log', to('/admin/audit')),
        ]
      : []),
    ...settingsCommands(t, setOpen),
  ];
}

function command(
  group: Command['group'],
  icon: IconName,
  label: string,
  words: string,
  run: () => void,
  shortcut?: ShortcutId,
): Command {
  return {
    id: `${group}-${words.replaceAll(' ', '-')}`,
    group,
    icon,
    label,
    words,
    run,
    ...(shortcut ? { shortcut } : {}),
  };
}

function documentCommands({ t, acts, page: { document, hasAi }, setOpen }: Around): Command[] {
  if (!document || document.isArchived) return [];
  const { id, can, isStarred } = document;
  const to = (path: string) => () => acts.go(`/doc/${id}${path}`);
  const of = (...rest: [IconName, string, string, () => void, ShortcutId?]) => command('document', ...rest);
  const star = t(isStarred ? 'document.unstar' : 'document.star');
  return [
    ...(can.edit ? [of('pencil', t('document.edit'), 'edit write', to('/edit'), 'edit')] : []),
    of('star', star, 'star favourite', () => void acts.star(document), 'star'),
    ...(can.addChild ? [of('plus', t('treeWork.inside'), 'new inside child', () => void acts.create(id))] : []),
    ...(can.share ? [of('share', t('document.share'), 'share', to('/share'))] : []),
    ...(can.move ? [of('move', t('move.title'), 'move', () => setOpen('move'))] : []),
    of('copy', t('document.duplicate'), 'duplicate copy', () => void acts.duplicate(document)),
    ...(document.isOwnWork
      ? [of('download', t('document.takeCopy'), 'take copy keep', () => void acts.takeCopy(document))]
      : []),
    of('clock', t('history.title'), 'history versions', to('/history')),
    of('paperclip', t('files.title'), 'files attachments', to('/files')),
    ...(hasAi ? [of('sparkle', t('ai.open'), 'ai ask', to('/ai'))] : []),
    ...EXPORT_FORMATS.map((format) =>
      of('download', t(`transfer.export.${format}`), `export download ${format}`, () =>
        location.assign(outward(`/doc/${id}/export?format=${format}`)),
      ),
    ),
    ...(can.archive
      ? [
          of(
            'archive',
            t('document.archive'),
            'archive remove',
            () => void acts.archive(document, above(document.path)),
          ),
        ]
      : []),
  ];
}

/** Returns the page to open after the document is deleted. */
function above(path: { id: string }[]): string {
  const parent = path.at(-1);
  return parent ? `/doc/${parent.id}` : '/';
}

function settingsCommands(t: TFunction, setOpen: Around['setOpen']): Command[] {
  const setting = (label: string, value: string) => t('phrase.labelled', { label, value });
  const themes = THEMES.map((theme) =>
    command('settings', 'moon', setting(t('frame.theme'), t(`frame.themes.${theme}`)), `theme ${theme}`, () =>
      chooseTheme(theme),
    ),
  );
  const languages = LANGUAGES.map((lng) =>
    command('settings', 'globe', setting(t('frame.language'), LANGUAGE_NAMES[lng]), `language ${lng}`, () => {
      void chooseLanguage(lng);
    }),
  );
  const sheet = () => setOpen('shortcuts');
  return [
    ...themes,
    ...languages,
    command('settings', 'side', t('frame.toggleSide'), 'fold sidebar tree', foldSide, 'side'),
    command('settings', 'keyboard', t('shortcuts.title'), 'keyboard shortcuts', sheet, 'sheet'),
    command('settings', 'leave', t('auth.signOut'), 'sign out', () => void logOutAndStartAnew()),
  ];
}
