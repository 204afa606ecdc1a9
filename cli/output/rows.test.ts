import { describe, expect, test } from 'vitest';
import { formatRows } from '#cli/output/rows.ts';

const ROWS = [
  { email: 'ada@example.com', name: '小明', documents: 7 },
  { email: 'b@example.com', name: 'Ben "B", Esq.', documents: 12 },
];

describe('rows', () => {
  test('stand in a table: texts to the left, numbers to the right, wide characters counted as two', () => {
    expect(formatRows(ROWS, 'table').split('\n')).toEqual([
      'email            name           documents',
      'ada@example.com  小明                   7',
      'b@example.com    Ben "B", Esq.         12',
      '',
    ]);
  });

  test('become one block each where a table would be wider than the terminal', () => {
    expect(formatRows(ROWS, 'table', 41)).toBe(formatRows(ROWS, 'table'));
    expect(formatRows(ROWS, 'table', 40).split('\n').slice(0, 5)).toEqual([
      'email      ada@example.com',
      'name       小明',
      'documents  7',
      '',
      'email      b@example.com',
    ]);
  });

  test('are CSV by RFC 4180 without formulas, and JSON whole, however narrow the terminal', () => {
    const formula = { name: '=HYPERLINK("x")', at: '@b', minus: -1 };
    expect(formatRows([formula], 'csv')).toBe('name,at,minus\r\n"\'=HYPERLINK(""x"")",\'@b,-1\r\n');
    expect(formatRows(ROWS, 'csv', 10).split('\r\n')[2]).toBe('b@example.com,"Ben ""B"", Esq.",12');
    expect(JSON.parse(formatRows(ROWS, 'json', 10))).toEqual(ROWS);
    expect([formatRows([], 'table'), formatRows([], 'json')]).toEqual(['', '[]\n']);
  });
});
