/** True in `npm run test:long`. */
export const isLong = process.env.TEST_LENGTH === 'long';

/** True also in `npm test -- --whole` and in a run of named files, which leave no test file out. */
export const isWhole = isLong || process.env.TEST_LENGTH === 'whole';

/** Number of repetitions of a slow test: in `npm test`, or in `npm run test:long`. */
export const repeats = (short: number, long: number): number => (isLong ? long : short);
