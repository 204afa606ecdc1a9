type Binds = Record<string, unknown>;

/** A statement of a batch, with its parameters. */
export type Step = {
  sql: string;
  bind: Binds;
  /**
   * The batch is rolled back unless the statement changes a row, or unless the SELECT returns these rows: what was read
   * before the lock then still holds under it.
   */
  expects?: 'change' | { rows: readonly object[] } | undefined;
  /** Called after all steps with the number of rows that this one changed. Effects belong into `afterCommit`. */
  done?: (changed: number) => void;
};

/** Outcome of a step: changed rows, or whether the expected rows were found. */
export type Outcome = number | boolean;

/** Tests the outcome of a step against its expectation. */
export const isMet = ({ expects }: Pick<Step, 'expects'>, outcome: Outcome): boolean =>
  expects === undefined || (expects === 'change' ? outcome !== 0 : outcome === true);

/** Compares rows by value, as a JSON text does. */
export const equalRows = (found: readonly object[], expected: readonly object[]): boolean =>
  JSON.stringify(found) === JSON.stringify(expected);
