/** An input for a kind of work; `prepare` is not measured. */
export type Attack = { kind: string; name: string; prepare?: () => Promise<unknown>; run: () => Promise<unknown> };
