import type { OpenEditor } from '#app/features/editor/browser/open-editor.ts';
import type { PresentPerson } from '#app/ui/here-now.tsx';

export type SessionOptions = {
  editor: OpenEditor;
  docId: string;
  userId: string;
  title: HTMLTextAreaElement;
  onPeople: (people: PresentPerson[]) => void;
  /** Called with the id of the followed person, or null. */
  onFollow: (userId: string | null) => void;
  /** Called when the server resets the shared state. This session is over; another one may join. */
  onStateEnded: () => void;
  /** Called when the whole shared text was received for the first time. */
  onSynced: () => void;
};
