import { useMemo, useState } from 'react';
import type { Command } from '#app/features/commands/browser/command-list.ts';
import type { TakeTyped } from '#app/features/commands/browser/command-types.ts';
import { EntryBox } from '#app/features/commands/browser/entry-box.tsx';
import { useFoundDocuments } from '#app/features/commands/browser/find-documents.ts';
import { paletteEntries } from '#app/features/commands/browser/palette-entries.ts';
import { areSingleKeysOn } from '#app/features/commands/browser/shortcut-keys.ts';
import { useTyped } from '#app/features/commands/browser/use-typed.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { Dialog } from '#app/ui/dialog.tsx';

type PaletteProps = {
  commands: Command[];
  currentId: string | null;
  go: (path: string) => void;
  onClose: () => void;
  takeTyped: TakeTyped;
};

/** Renders the palette of documents, actions, places and settings. */
export function Palette({ commands, currentId, go, onClose, takeTyped }: PaletteProps) {
  const t = useTexts();
  const [typed, setTyped] = useTyped(takeTyped);
  const found = useFoundDocuments(typed);
  const [hasSingleKeys] = useState(areSingleKeysOn);
  const groups = useMemo(
    () => paletteEntries({ t, typed, commands, found, go, hasSingleKeys, currentId }),
    [t, typed, commands, found, go, hasSingleKeys, currentId],
  );
  const box = { label: t('palette.field'), typed, setTyped, groups, found };
  return (
    <Dialog label={t('palette.title')} className="palette" onClose={onClose}>
      {(close) => <EntryBox {...box} close={close} />}
    </Dialog>
  );
}
