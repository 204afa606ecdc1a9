import { isolateHistory } from '@codemirror/commands';

/** Properties of a deletion at the edge of a block. Undo takes it back alone. */
export const DELETION_STEP = {
  annotations: isolateHistory.of('full'),
  userEvent: 'delete',
  scrollIntoView: true,
};
