type Attributes = Record<string, string | number>;

/** Work to trace. Names and attributes contain no addresses, texts or parameters. */
export type TracedWork = {
  name: string;
  /** `client` for a call to another service. */
  kind: 'client' | 'internal';
  attributes?: Attributes;
  /** `root` begins a trace; `child` is traced within a request or job only; `any` is a child if possible. */
  place: 'root' | 'child' | 'any';
};
/** Adds attributes that are known after the work has begun. */
export type Note = (attributes: Attributes) => void;
export type Trace = <T>(work: TracedWork, run: (note: Note) => Promise<T>) => Promise<T>;

let trace: Trace | undefined;

/** Runs work in a span. Only runs it if tracing is off. */
export function traced<T>(work: TracedWork, run: (note: Note) => Promise<T>): Promise<T> {
  return trace ? trace(work, run) : run(() => undefined);
}

export function traceWith(by: Trace): void {
  trace = by;
}
