/** Width of the sidebar in px. */
export const SIDE = { narrowest: 200, usual: 272, widest: 420 } as const;
/** Cookie of the sidebar; also written by scripts, so that a reload right after a change already has it. */
export const SIDE_COOKIE = 'arbor_side';

export type SideLook = { isFolded: boolean; width: number };

export const USUAL_SIDE: SideLook = { isFolded: false, width: SIDE.usual };

export const clampSide = (width: number): number => Math.round(Math.min(Math.max(width, SIDE.narrowest), SIDE.widest));

/** Writes the value of the cookie: `folded.300`, `open.272`. */
export const writeSide = ({ isFolded, width }: SideLook): string => `${isFolded ? 'folded' : 'open'}.${width}`;

/** Parses the value of the cookie; the default look if it is missing or invalid. */
export function readSide(text: string | undefined): SideLook {
  const [, state, width] = /^(folded|open)\.(\d{3})$/.exec(text ?? '') ?? [];
  return state ? { isFolded: state === 'folded', width: clampSide(Number(width)) } : USUAL_SIDE;
}
