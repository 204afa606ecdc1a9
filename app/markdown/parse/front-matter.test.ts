import { describe, expect, it } from 'vitest';
import { readFrontMatter } from '#app/markdown/parse/front-matter.ts';

describe('front matter', () => {
  it('gives title, data and where the text begins', () => {
    const source = '---\ntitle: "A: b"\ntags: [c, d]\n---\n# e';
    const { title, data, bodyStart } = readFrontMatter(source);
    expect(title).toBe('A: b');
    expect(data.tags).toEqual(['c', 'd']);
    expect(source.slice(bodyStart)).toBe('# e');
  });

  it('may be empty, end the text, and have Windows line ends', () => {
    expect(readFrontMatter('---\n---\na').bodyStart).toBe(8);
    expect(readFrontMatter('---\ntitle: a\n---')).toMatchObject({ title: 'a', bodyStart: 16 });
    expect(readFrontMatter('---\r\ntitle: a\r\n---\r\nb')).toMatchObject({ title: 'a', bodyStart: 20 });
  });

  it('is only what stands at the very beginning and is closed', () => {
    for (const source of ['a\n---\ntitle: b\n---\n', '---\ntitle: b\n', '----\ntitle: b\n----\n', '']) {
      expect(readFrontMatter(source)).toEqual({ data: {}, bodyStart: 0 });
    }
  });

  it('is a mapping or nothing: all else between two lines is text', () => {
    for (const yaml of ['a: [', '- a', 'plain', 'a: b: c', '%x', '? [', '&a *a', 'Two\nlines of prose.']) {
      const source = `---\n${yaml}\n---\nbody`;
      expect(readFrontMatter(source), yaml).toEqual({ data: {}, bodyStart: 0 });
    }
    expect(readFrontMatter('---\n\n# said to nobody\n---\nbody')).toMatchObject({ data: {}, bodyStart: 26 });
  });

  it('takes a number as a title, but no list', () => {
    expect(readFrontMatter('---\ntitle: 2024\n---\n').title).toBe('2024');
    expect(readFrontMatter('---\ntitle: [a]\n---\n').title).toBeUndefined();
  });

  it('cannot reach a prototype', () => {
    const { data } = readFrontMatter('---\n__proto__:\n  polluted: 1\na:\n  __proto__: {polluted: 1}\n---\n');
    const copy = Object.assign({}, data, data.a);
    expect(Object.hasOwn(data, '__proto__')).toBe(false);
    expect('polluted' in copy).toBe(false);
    expect('polluted' in {}).toBe(false);
  });

  it('with aliases that would swell to billions is refused', () => {
    const bomb = ['a0: &a0 [x, x]', ...Array.from({ length: 40 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`)];
    expect(readFrontMatter(`---\n${bomb.join('\n')}\n---\n`).data).toEqual({});
  });
});
