/** True in `npm run test:long`. */
export const isLong = process.env.TEST_LENGTH === 'long';

/** Number of repetitions of a slow test: in `npm test`, or in `npm run test:long`. */
export const repeats = (short: number, long: number): number => (isLong ? long : short);
