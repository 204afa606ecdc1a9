import { InvalidArgumentError } from 'commander';
import type { TFunction } from 'i18next';

/** Form that a value must have: a key of `cli.misuse.takes`. */
const KINDS = ['amount', 'count', 'day', 'month', 'number'] as const;
type Kind = (typeof KINDS)[number];

/** Returns the error for a value of another kind. Commander adds the option and the value. */
export const misfit = (kind: Kind) => new InvalidArgumentError(kind);

/** Returns the text of what a value must be; other reasons unchanged. */
export function misfitText(reason: string, t: TFunction): string {
  const kind = KINDS.find((each) => each === reason);
  return kind ? t(`cli.misuse.takes.${kind}`) : reason;
}
