import { describe, expect, it } from 'vitest';
import { tokenize } from '#app/services/search/tokenize.ts';

describe('tokens', () => {
  it('are lower-case words of letters and digits', () => {
    expect(tokenize("Hello, World! It's 2024: snake_case, kebab-case, C++ & a.b")).toEqual([
      'hello',
      'world',
      'it',
      's',
      '2024',
      'snake',
      'case',
      'kebab',
      'case',
      'c',
      'a',
      'b',
    ]);
  });

  it('of Chinese are overlapping pairs and the last character', () => {
    expect(tokenize('测试用例')).toEqual(['测试', '试用', '用例', '例']);
    expect(tokenize('例')).toEqual(['例']);
    expect(tokenize('测试，用例')).toEqual(['测试', '试', '用例', '例']);
  });

  it('of Japanese and Korean are made the same way', () => {
    expect(tokenize('カタひら漢')).toEqual(['カタ', 'タひ', 'ひら', 'ら汉', '汉']);
    expect(tokenize('한국어')).toEqual(['한국', '국어', '어']);
  });

  it('part where the script changes', () => {
    expect(tokenize('React组件v2库')).toEqual(['react', '组件', '件', 'v2', '库']);
  });

  it('take rare characters beyond the basic plane whole', () => {
    expect(tokenize('𠀀𠀁a')).toEqual(['𠀀𠀁', '𠀁', 'a']);
  });

  it('are the same for one word however it is encoded', () => {
    const spellings = [
      ['é', 'e\u0301'],
      ['Ｆｕｌｌ１', 'full1'],
      ['ｶﾞ', 'ガ'],
      ['한', '\u1112\u1161\u11ab'],
      ['soft\u00adhyphen', 'softhyphen'],
      ['می\u200cخواهم', 'میخواهم'],
      ['ΣΟΦΟΣ', 'σοφοσ'],
      ['葛\u{e0100}', '葛'],
      ['Å', '\u212b'],
    ];
    for (const [one = '', other = ''] of spellings) expect(tokenize(one)).toEqual(tokenize(other));
  });

  it('keep the marks of their letters but the accents of Latin, Greek and Cyrillic ones', () => {
    expect(tokenize('हिन्दी x\u0323')).toEqual(['हिन्दी', 'x']);
    expect(tokenize('Café Straße İstanbul œuvre Łódź Αθήνα Ёлка')).toEqual([
      'cafe',
      'strasse',
      'istanbul',
      'oeuvre',
      'lodz',
      'αθηνα',
      'елка',
    ]);
  });

  it('of traditional characters are those of simplified ones', () => {
    expect(tokenize('軟件園丁')).toEqual(tokenize('软件园丁'));
  });

  it('of scripts without spaces are words', () => {
    expect(tokenize('ภาษาไทย')).toEqual(['ภาษา', 'ไทย']);
  });

  it('hold only letters, marks and digits, and at most 64 code points', () => {
    const text = `${'a'.repeat(100)} ${'😀'.repeat(3)} \u{1d400}b \0 \ud800 ① x²`;
    for (const token of tokenize(text)) {
      expect(token).toMatch(/^[\p{L}\p{M}\p{N}]{1,64}$/u);
    }
    expect(tokenize(text)[0]).toHaveLength(64);
  });
});
