import { useMemo } from 'react';
import type { TakeTyped } from '#app/features/commands/browser/command-types.ts';
import { EntryBox } from '#app/features/commands/browser/entry-box.tsx';
import { useMoveTargets } from '#app/features/commands/browser/find-documents.ts';
import { moveEntries } from '#app/features/commands/browser/palette-entries.ts';
import { useTyped } from '#app/features/commands/browser/use-typed.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { Dialog } from '#app/ui/dialog.tsx';

type MovePaletteProps = {
  document: { id: string; isOwner: boolean };
  move: (id: string, targetId: string | null) => void;
  go: (path: string) => void;
  onClose: () => void;
  takeTyped: TakeTyped;
};

/** Renders the palette that asks into which document to move the open one. */
export function MovePalette({ document: { id, isOwner }, move, onClose, takeTyped }: MovePaletteProps) {
  const t = useTexts();
  const [typed, setTyped] = useTyped(takeTyped);
  const found = useMoveTargets(typed, id);
  const groups = useMemo(
    () => moveEntries({ t, typed, found, hasRoot: isOwner, moveInto: (targetId) => move(id, targetId) }),
    [t, typed, found, id, isOwner, move],
  );
  const box = { label: t('palette.moveInto'), typed, setTyped, groups, found };
  return (
    <Dialog label={t('move.title')} className="palette" onClose={onClose}>
      {(close) => <EntryBox {...box} close={close} />}
    </Dialog>
  );
}
