import { type ComponentType, useEffect, useState } from 'react';

/** Offers the feedback form on a fault's page if a reporting service is configured. */
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
