import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { wrapCommand, wrapText } from '#cli/output/wrap-text.ts';

test('breaks at blanks, and leaves a longer word whole', () => {
  expect(wrapText('one two three', 8)).toBe('one two\nthree');
  expect(wrapText('one\ntwo three', 20)).toBe('one\ntwo three');
  expect(wrapText('extraordinary one', 5)).toBe('extraordinary\none');
  expect(wrapText('', 5)).toBe('');
});

test('breaks between Chinese characters, which take two columns, and never before a comma', () => {
  expect(wrapText('列出账号的访问令牌', 8)).toBe('列出账号\n的访问令\n牌');
  expect(wrapText('最新的在前，不显示', 10)).toBe('最新的在\n前，不显示');
  expect(wrapText('等同于 --format json', 12)).toBe('等同于\n--format\njson');
  const text = '列出账号已登录的设备，最近使用的在前（UTC）；访问令牌保留，以及 arbor。';
  for (const line of wrapText(text, 16).split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(16);
  expect(wrapText(text, 16).replaceAll('\n', '').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
});

test('continues a command behind a backslash', () => {
  expect(wrapCommand('arbor db check', 40)).toBe('  arbor db check');
  expect(wrapCommand('arbor db restore /backups/arbor.zip --yes', 26)).toBe(
    '  arbor db restore \\\n    /backups/arbor.zip \\\n    --yes',
  );
});
