type Counted = {
  aiCalls: { status: 'done' | 'failed' | 'aborted' | 'lapsed' };
  aiTokens: { kind: 'prompt' | 'completion'; status: 'done' | 'failed' | 'aborted' | 'lapsed' };
  jobs: { job: string; outcome: 'done' | 'failed' };
  mails: { outcome: 'sent' | 'delayed' | 'refused' | 'given up' };
  storageErrors: { operation: string; storage: 'local' | 's3' };
  databaseUnavailable: Record<string, never>;
  workGivenUp: { kind: string };
  stalls: Record<string, never>;
  responseCache: { answer: 'kept' | 'made' };
};
export type CounterName = keyof Counted;
type Sink = (name: CounterName, labels: Record<string, string>, by: number) => void;

const totals: Partial<Record<CounterName, number>> = {};
let sink: Sink | undefined;

/** Increments a counter: its total in this process, and by label if metrics are on. */
export function count<Name extends CounterName>(name: Name, labels: Counted[Name], by = 1): void {
  totals[name] = (totals[name] ?? 0) + by;
  sink?.(name, labels, by);
}

/** Returns the total of a counter over all labels since the process began. */
export const totalOf = (name: CounterName): number => totals[name] ?? 0;

export function countInto(into: Sink): void {
  sink = into;
}
