type Kept<Allowance> = { allowance: Allowance; users: number };

/** `leave` ends the use. It is called once. */
export type SharedAllowance<Allowance> = { allowance: Allowance; leave: () => void };

/** Time for which an allowance is kept without users, so that joining again does not renew it. */
const KEPT_MS = 60_000;

/** Shares one allowance among all connections with the same key. */
export class SharedAllowances<Allowance> {
  readonly #create: () => Allowance;
  readonly #kept = new Map<string, Kept<Allowance>>();

  constructor(create: () => Allowance) {
    this.#create = create;
  }

  join(key: string): SharedAllowance<Allowance> {
    const kept = this.#kept.get(key) ?? { allowance: this.#create(), users: 0 };
    this.#kept.set(key, kept);
    kept.users += 1;
    const forget = () => {
      if (kept.users === 0 && this.#kept.get(key) === kept) this.#kept.delete(key);
    };
    const leave = () => {
      kept.users -= 1;
      if (kept.users === 0) setTimeout(forget, KEPT_MS).unref();
    };
    return { allowance: kept.allowance, leave };
  }
}
