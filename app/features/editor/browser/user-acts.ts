const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** Returns a controller that aborts at the next act of the user: a scroll, a press or a key. */
export function untilUserActs(): AbortController {
  const controller = new AbortController();
  const { signal } = controller;
  // While capturing, so that the key that is being handled does not count.
  for (const act of ACTS) addEventListener(act, () => controller.abort(), { signal, passive: true, capture: true });
  return controller;
}
