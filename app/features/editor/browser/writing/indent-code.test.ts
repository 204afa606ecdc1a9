import { indentLess, indentMore } from '@codemirror/commands';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { blockStructure } from '#app/features/editor/browser/structure/block-structure.ts';
import { indentCode } from '#app/features/editor/browser/writing/indent-code.ts';
import { repeats } from '#tests/support/length.ts';
import { ran } from '#tests/support/run-command.ts';

it.each([
  ['> ```\n> ¦x\n> y\n> ```', '> ```\n>   x\n> y\n> ```'],
  ['- a\n\n  > ```\n  > ¦x\n  > ```', '- a\n\n  > ```\n  >   x\n  > ```'],
  ['- ```\n  ¦x\n  ```', '- ```\n    x\n  ```'],
  ['- ```\n  x\n¦\n  y\n  ```', '- ```\n  x\n    \n  y\n  ```'],
  ['> $$\n> ¦x\n> $$', '> $$\n>   x\n> $$'],
  ['>     ¦code', '>       code'],
])('Tab in the code of %j indents it behind its marks, and Shift+Tab takes that back', (marked, after) => {
  const doc = marked.replace('¦', '');
  const at = marked.indexOf('¦');
  expect(ran(indentCode(1), doc, at, blockStructure)).toBe(after);
  if (doc.charAt(at) !== '\n') expect(ran(indentCode(-1), after, at + 2, blockStructure)).toBe(doc);
});

it.each(['> ¦```\n> x\n> ```', '- ```\n  ¦x\n  ```', '> ```\n> ¦x\n> ```'])(
  'Shift+Tab in %j takes no mark of its block',
  (marked) => {
    const doc = marked.replace('¦', '');
    expect(ran(indentCode(-1), doc, marked.indexOf('¦'), blockStructure)).toBe(doc);
  },
);

it('indents code in quotes and items as other code, and nothing but code', () => {
  const lines = fc.array(fc.constantFrom('x', '  y', '    z', '> q', '- i'), { minLength: 1, maxLength: 4 });
  const place = fc.constantFrom(['> ', '> '], ['- ', '  '], ['10. > ', '    > '], ['> - ', '>   '], ['> > ', '> > ']);
  const keys = fc.constantFrom([indentCode(1), indentMore] as const, [indentCode(-1), indentLess] as const);
  fc.assert(
    fc.property(lines, place, fc.nat(), keys, (code, [first, further], nth, [command, plain]) => {
      const nested = (text: string) => (first + text).replaceAll('\n', `\n${further}`);
      const upper = ['```', ...code.slice(0, nth % code.length)].join('\n');
      const doc = ['```', ...code, '```'].join('\n');
      const at = nested(`${upper}\n`).length;
      expect(ran(command, nested(doc), at, blockStructure)).toBe(nested(ran(plain, doc, upper.length + 1)));
    }),
    { numRuns: repeats(300, 5000) },
  );
});
