import { type ComponentType, useEffect, useState } from 'react';

/** Beside the screen of a fault: the question what happened, where a reporting service takes the answer. */
export function FaultFeedback() {
  const [Dialog, setDialog] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!window.ENV?.SENTRY_DSN) return;
    import('#app/features/errors/browser/feedback-dialog.tsx').then(
      ({ FeedbackDialog }) => setDialog(() => FeedbackDialog),
      (error: unknown) => console.warn('Nothing is asked about the fault:', error),
    );
  }, []);
  return Dialog ? <Dialog /> : null;
}
