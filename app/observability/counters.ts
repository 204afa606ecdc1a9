type Counted = {
  aiCalls: { status: 'done' | 'failed' | 'aborted' | 'lapsed' };
  aiTokens: { kind: 'prompt' | 'completion'; status: 'done' | 'failed' | 'aborted' | 'lapsed' };
  jobs: { job: string; outcome: 'done' | 'failed' };
  mails: { outcome: 'sent' | 'delayed' | 'refused' };
  storageErrors: { operation: string; storage: 'local' | 's3' };
  databaseUnavailable: Record<string, never>;
  workGivenUp: { kind: string };
  stalls: Record<string, never>;
  keptAnswers: { answer: 'kept' | 'made' };
};
export type CounterName = keyof Counted;
type Sink = (name: CounterName, labels: Record<string, string>, by: number) => void;

let sink: Sink | undefined;

/** Increments a metrics counter. Has no cost if metrics are off. */
export function count<Name extends CounterName>(name: Name, labels: Counted[Name], by = 1): void {
  sink?.(name, labels, by);
}

export function countInto(into: Sink): void {
  sink = into;
}
