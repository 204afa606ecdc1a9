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
  /** Called after all steps with the rows of the SELECT, as the batch left them. */
  found?: (rows: never[]) => void;
  /** Called after all steps with the number of rows that this one changed. Effects belong into `afterCommit`. */
  done?: (changed: number) => void;
};

/** The part of a step that is sent to a thread. */
export type PlainStep = Pick<Step, 'sql' | 'bind' | 'expects'> & { isRead: boolean };

/** Outcome of a step: the number of changed rows, whether the expected rows were found, or the rows read. */
export type Outcome = number | boolean | object[];

export const plainStep = ({ sql, bind, expects, found }: Step): PlainStep => ({
  sql,
  bind,
  expects,
  isRead: found !== undefined,
});

/** Tests the outcome of a step against its expectation. */
export const isMet = ({ expects }: Pick<Step, 'expects'>, outcome: Outcome): boolean =>
  expects === undefined || (expects === 'change' ? outcome !== 0 : outcome === true);

/** Compares rows by value, as a JSON text does. */
export const equalRows = (found: readonly object[], expected: readonly object[]): boolean =>
  JSON.stringify(found) === JSON.stringify(expected);
