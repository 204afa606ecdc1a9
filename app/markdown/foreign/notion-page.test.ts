import { describe, expect, test } from 'vitest';
import { readNotionPage } from '#app/markdown/foreign/notion-page.ts';

const page = (...lines: string[]) => readNotionPage(['# Plan', '', ...lines].join('\n')).markdown.split('\n');

test('the first heading is the title, and not repeated in the text', () => {
  expect(readNotionPage('# Beds & *paths*\n\nText\n')).toEqual({ title: 'Beds & paths', markdown: 'Text\n' });
  expect(readNotionPage('# Plan')).toEqual({ title: 'Plan', markdown: '' });
  expect(readNotionPage('## Part\n\nText')).toEqual({ title: '', markdown: '## Part\n\nText' });
});

test('properties below the title keep their lines', () => {
  expect(page('Status: Done', 'Due: May 1, 2026 10:00', '', 'To: be', 'or: not')).toEqual([
    'Status: Done\\',
    'Due: May 1, 2026 10:00',
    '',
    'To: be',
    'or: not',
  ]);
  expect(page('Note: this is', 'one paragraph')).toEqual(['Note: this is', 'one paragraph']);
});

describe('a callout', () => {
  test.each([
    ['💡', 'TIP', ''],
    ['⚠️', 'WARNING', ''],
    ['❗️', 'CAUTION', ''],
    ['🌱', 'NOTE', '🌱 '],
    ['', 'NOTE', ''],
  ])('with the icon “%s” is the alert %s', (icon, alert, kept) => {
    expect(page('<aside>', `${icon} Read **this**`, '', '- a', '', '</aside>', 'Below')).toEqual([
      `> [!${alert}]`,
      `> ${kept}Read **this**`,
      '>',
      '> - a',
      '',
      'Below',
    ]);
  });

  test('whose icon has a line of its own begins with the text below', () => {
    expect(page('Above', '<aside>', '💡', '', 'Text', '</aside>')).toEqual(['Above', '', '> [!TIP]', '>', '> Text']);
  });

  test('in an item stays in it, and one inside another joins it', () => {
    expect(
      page('- Item', '', '    <aside>', '    🌱 A', '    <aside>', '    B', '    </aside>', '    </aside>'),
    ).toEqual(['- Item', '', '    > [!NOTE]', '    > 🌱 A', '    > B']);
  });

  test('in code, or with one tag only, is left as it is', () => {
    const code = ['```html', '<aside>', 'a', '</aside>', '```', '<aside>', 'Open', '', 'End'];
    expect(page(...code)).toEqual(code);
  });
});
