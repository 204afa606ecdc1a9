const isLong = process.env.TEST_LENGTH === 'long';

/** Repetitions of slow tests: in `npm test`, and in `npm run test:long`. */
export const repeats = (short: number, long: number): number => (isLong ? long : short);
