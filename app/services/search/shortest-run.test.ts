import { expect, test } from 'vitest';
import { shortestRun } from '#app/services/search/rank-hits.ts';
import type { Term } from '#app/services/search/tokenize.ts';

const term = (token: string, prefix = false): Term => [{ tokens: [token], prefix }];

test.each([
  [' red soil lies deep ', [term('red'), term('soil')], 2],
  [' soil is red and red is soil ', [term('red'), term('soil')], 3],
  [' red a b c soil x red ', [term('soil'), term('red')], 3],
  [' redder soil ', [term('red'), term('soil')], Number.POSITIVE_INFINITY],
  [' redder soil ', [term('red', true), term('soil')], 2],
  [' infrared soil ', [term('red', true), term('soil')], Number.POSITIVE_INFINITY],
  [' red soil', [term('red'), term('soil')], 2],
  [' one red x two red two ', [term('one'), term('two'), term('red')], 4],
  [' red ', [term('red'), term('red', true)], 2],
])('the shortest run of %j with %j has %d words', (body, terms, words) => {
  expect(shortestRun(body, terms)).toBe(words);
});

test('the shortest run is the one that a comparison of all words finds', () => {
  const words = ['a', 'ab', 'b', 'ba', 'c'];
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let round = 0; round < 300; round++) {
    const body = Array.from({ length: 30 }, () => words[random(words.length)]!);
    const terms = [term(words[random(5)]!, random(2) === 0), term(words[random(5)]!, random(2) === 0)];
    const isHit = ([{ tokens, prefix }]: Term, word: string) =>
      prefix ? word.startsWith(tokens[0]!) : word === tokens[0];
    const placesOf = (one: Term) => body.flatMap((word, at) => (isHit(one, word) ? [at] : []));
    const distances = placesOf(terms[0]!).flatMap((at) => placesOf(terms[1]!).map((to) => Math.abs(at - to) + 1));
    const expected = Math.max(2, Math.min(...distances));
    expect(shortestRun(` ${body.join(' ')} `, terms)).toBe(expected);
  }
});
