import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';
import { listTasks, tickTask } from '#app/markdown/tick-task.ts';

const SOURCE = `---
tasks: "- [ ] no"
---
- [ ] one **b**
- [x] two

  > 1. [X] quoted
\`\`\`
- [ ] code
\`\`\`
    - [ ] indented code

text[^1]

[^1]: note
    * [ ] noted

+ [ ]   three
`;

describe('ticking a task', () => {
  it('changes the mark of that task and nothing else', () => {
    expect(tickTask(SOURCE, 0, true)).toBe(SOURCE.replace('- [ ] one', '- [x] one'));
    expect(tickTask(SOURCE, 1, false)).toBe(SOURCE.replace('- [x] two', '- [ ] two'));
    expect(tickTask(SOURCE, 2, false)).toBe(SOURCE.replace('[X] quoted', '[ ] quoted'));
    expect(tickTask(SOURCE, 3, true)).toBe(SOURCE.replace('[ ]   three', '[x]   three'));
    // Footnotes are rendered at the end of the page.
    expect(tickTask(SOURCE, 4, true)).toBe(SOURCE.replace('[ ] noted', '[x] noted'));
    expect(tickTask(SOURCE, 5, true)).toBeNull();
  });

  it('leaves a task alone that is as it should be, however it is written', () => {
    expect(tickTask(SOURCE, 2, true)).toBe(SOURCE);
    expect(tickTask(SOURCE, 0, false)).toBe(SOURCE);
  });

  it('counts from behind a byte order mark', () => {
    expect(tickTask('\uFEFF- [ ] a', 0, true)).toBe('\uFEFF- [x] a');
    expect(tickTask('\uFEFF---\na: b\n---\n- [ ] a', 0, true)).toBe('\uFEFF---\na: b\n---\n- [x] a');
  });

  it('finds no tasks where there are none', () => {
    for (const source of ['', '[ ] a', '- [] a', '- [ ]a', '- [ ]', '`- [ ] a`', '<li><input type="checkbox"></li>']) {
      expect(tickTask(source, 0, true)).toBeNull();
    }
    expect(listTasks(`${'> '.repeat(10_000)}- [ ] a`)).toEqual([]);
  });

  it('gives the words of each, to know it again by', () => {
    expect(listTasks(SOURCE)).toEqual(['one **b**', 'two', 'quoted', 'three', 'noted']);
    expect(listTasks('\uFEFF- [ ] a')).toEqual(['a']);
  });

  it('any text: the page numbers its boxes as the source does', () => {
    const line = fc.constantFrom(
      '- [ ] a',
      '  - [x] b',
      '1. [ ] c',
      '> - [ ] d',
      '',
      'text',
      '```',
      '    - [ ] e',
      '- f',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 25 }), (lines) => {
        const source = lines.join('\n');
        const boxes = [
          ...renderMarkdown(source).html.matchAll(/(checked )?disabled class="task-checkbox" data-task="(\d+)"/g),
        ];
        for (const [, checked, index] of boxes) {
          const other = tickTask(source, Number(index), !checked)!;
          const changed = [...source].flatMap((character, at) => (character === other[at] ? [] : [at]));
          expect(changed).toHaveLength(1);
          expect(renderMarkdown(other).html).toMatch(
            new RegExp(`"checkbox" ${checked ? '' : 'checked '}disabled class="task-checkbox" data-task="${index}"`),
          );
        }
      }),
      { numRuns: 300 },
    );
  });
});
