const isLong = process.env.TEST_LENGTH === 'long';

/** How often a test repeats work that is slow by nature: in `npm test`, and in `npm run test:long`. */
export const repeats = (short: number, long: number): number => (isLong ? long : short);
