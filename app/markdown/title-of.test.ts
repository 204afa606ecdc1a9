import { describe, expect, it } from 'vitest';
import { titleOf } from '#app/markdown/title-of.ts';

describe('the title of imported text', () => {
  it('comes from front matter first, then from the first heading, then from the fallback', () => {
    expect(titleOf('---\ntitle: a\n---\n# b', 'c')).toBe('a');
    expect(titleOf('---\ntitle: " "\n---\n# b', 'c')).toBe('b');
    expect(titleOf('text\n\n## b\n\n# d', 'c')).toBe('b');
    expect(titleOf('text', ' c ')).toBe('c');
  });

  it('is the plain words of a heading of either style', () => {
    expect(titleOf('A *b* `c` [d](e)\n===', 'x')).toBe('A b c d');
    expect(titleOf('# <b>a</b> &amp; b ##', 'x')).toBe('a & b');
    expect(titleOf('> # quoted', 'x')).toBe('quoted');
  });

  it('is not a comment in code, nor an empty heading', () => {
    expect(titleOf('```sh\n# no\n```\n\n#\n\n# yes', 'x')).toBe('yes');
  });

  it('loses the heading’s own id', () => {
    expect(titleOf('# React 组件 {#components}', 'x')).toBe('React 组件');
    expect(titleOf('# React 组件 {/*components*/}', 'x')).toBe('React 组件');
  });

  it('is one line of at most 255 characters, cut between whole ones', () => {
    expect(titleOf('---\ntitle: "a\\n\\0 b"\n---\n', 'x')).toBe('a b');
    expect(titleOf(`# ${'a'.repeat(300)}`, 'x')).toHaveLength(255);
    const faces = titleOf(`# ${'😀'.repeat(300)}`, 'x');
    expect(faces).toBe('😀'.repeat(127));
  });
});

it('a long text has the title of the whole, wherever its first heading stands', () => {
  const filler = `${'word '.repeat(60)}\n\n`.repeat(20);
  expect(titleOf(`${filler}# Late`, 'x')).toBe('Late');
  expect(titleOf(`# [Early][r] one\n\n${filler}[r]: /a`, 'x')).toBe('Early one');
  expect(titleOf(`\`\`\`\n# code\n\n${filler}\`\`\`\n\nLate\n====`, 'x')).toBe('Late');
  expect(titleOf(`- > # Inside\n\n${filler}# Late`, 'x')).toBe('Inside');
  expect(titleOf(filler, 'x')).toBe('x');
});
