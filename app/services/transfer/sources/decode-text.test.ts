import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { decodeText } from '#app/services/transfer/sources/decode-text.ts';

test.each([
  ['GB18030', '每个节点'],
  ['GB18030', '# 标题\n\n- 一 mixed with many more words of ASCII\n- 二'],
  ['GB18030', '你好，世界。这是一个很长的文档，里面有很多字。'],
  ['Big5', '軟體工程與資料庫的關係，這是一段繁體中文。'],
  ['Shift_JIS', '日本語のテキストです。これはテストです。'],
  ['EUC-KR', '안녕하세요 세계 한국어 문서입니다'],
  ['windows-1251', 'Привет, мир. Это русский текст.'],
  ['windows-1252', 'Café à la crème, Straße, señor'],
  ['windows-1252', 'It’s “quoted” – fine'],
])('%s is recognised: %s', (encoding, text) => {
  expect(decodeText(iconv.encode(text, encoding))).toEqual({ text, encoding });
});

test('UTF-8, and UTF-16 with its mark, need no guess', () => {
  expect(decodeText(Buffer.from('苗床 é'))).toEqual({ text: '苗床 é', encoding: null });
  expect(decodeText(Buffer.from('\uFEFF苗床', 'utf16le'))).toEqual({ text: '苗床', encoding: null });
});

test('zero bytes and control characters are no text, half a character is no UTF-16', () => {
  expect(decodeText(Buffer.from([0x89, 0x50, 0, 0]))).toEqual({ problem: 'binary' });
  expect(decodeText(Buffer.from([0xff, 0xd8, 0xe0, 1, 2, 3]))).toEqual({ problem: 'binary' });
  expect(decodeText(Buffer.from([0xff, 0xfe, 0x41]))).toEqual({ problem: 'encoding' });
});
