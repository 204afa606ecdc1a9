import { expect, it } from 'vitest';
import { tableOfTabs } from '#app/features/editor/browser/paste/table-of-tabs.ts';

it('makes a table of lines with the same number of tabs', () => {
  const table = '| Name | Age |\n| --- | --- |\n| Ann | 31 |\n|  | a\\|b |';
  expect(tableOfTabs('Name\tAge\r\nAnn\t31\r\n\ta|b\r\n')).toBe(table);
});

it.each(['a\tb', 'a\tb\nc', 'a\tb\n\nc\td', '\ta\n\tb', 'a\nb', ''])('leaves %j', (plain) => {
  expect(tableOfTabs(plain)).toBeNull();
});
