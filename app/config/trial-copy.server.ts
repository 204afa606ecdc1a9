let trial = false;

/**
 * Returns true if this process works on a trial copy: a folder made by `arbor db restore --into`, with the environment
 * of the real installation perhaps. Nothing may leave it by itself.
 */
export const isTrial = (): boolean => trial;

/** Records what the installation's row says. */
export function noteTrial(isOne: boolean): void {
  trial = isOne;
}
