import type { Browser } from 'playwright';
import { type Act, actsOf, BEGINNINGS } from '#tests/e2e/typing/acts.ts';
import { Desk } from '#tests/e2e/typing/desk.ts';
import { type Failure, runActs } from '#tests/e2e/typing/run-acts.ts';
import { shorten } from '#tests/e2e/typing/shorten.ts';

export type Found = { seed: number; beginning: string; acts: readonly Act[]; failure: Failure };
export type Figures = { acts: number; letters: number; found: Found | null };

/** Number of acts per document. */
const ACTS_A_DOCUMENT = 100;
const SHORTEN_TRIES = 60;

/**
 * Runs the acts of a seed, beginning at `from` (a multiple of 100). Stops at the first loss and returns the shortest
 * list of acts that reproduces it.
 */
export async function fuzz(
  browser: Browser,
  served: { url: string; dataDir: string },
  { seed, acts: count, from = 0, tell }: { seed: number; acts: number; from?: number; tell?: (line: string) => void },
): Promise<Figures> {
  const desk = await Desk.open(browser, served, `writer-${seed}@example.org`);
  const all = actsOf(seed, count);
  const figures: Figures = { acts: 0, letters: 0, found: null };
  try {
    for (let at = from; at < count; at += ACTS_A_DOCUMENT) {
      const acts = all.slice(at, at + ACTS_A_DOCUMENT);
      const beginning = BEGINNINGS[(seed + at / ACTS_A_DOCUMENT) % BEGINNINGS.length] as string;
      const run = await runActs(desk, beginning, acts);
      figures.acts += run.acts;
      figures.letters += run.letters;
      if (run.failure) {
        tell?.(`seed ${seed}, act ${at + run.failure.at}: ${run.failure.fault}`);
        return {
          ...figures,
          found: await shortest(desk, {
            seed,
            beginning,
            acts: acts.slice(0, run.failure.at + 1),
            failure: run.failure,
          }),
        };
      }
      tell?.(`seed ${seed}: ${figures.acts} acts, ${figures.letters} letters, 0 lost`);
    }
    if (desk.complaints.length > 0) throw new Error(`The page complained: ${desk.complaints.join('; ')}`);
    return figures;
  } finally {
    await desk.close();
  }
}

async function shortest(desk: Desk, found: Found): Promise<Found> {
  let { failure } = found;
  const fails = async (acts: readonly Act[]) => {
    const run = await runActs(desk, found.beginning, acts);
    // Accept only the same fault while shortening.
    const isSame = run.failure?.fault.split(' ')[0] === found.failure.fault.split(' ')[0];
    if (run.failure && isSame) failure = run.failure;
    return isSame;
  };
  const acts = await shorten(found.acts, fails, SHORTEN_TRIES);
  return { ...found, acts, failure };
}
