import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';

const html = (source: string): string => renderMarkdown(source).html;

describe('the direction of rendered blocks', () => {
  it('follows the first letter of each block', () => {
    expect(html('زرعنا الجزر.\n\nWe sowed.\n\n"שלום" 1')).toBe(
      '<p dir="rtl">زرعنا الجزر.</p>\n<p>We sowed.</p>\n<p dir="rtl">"שלום" 1</p>',
    );
  });

  it('is left out where all text runs from left to right', () => {
    expect(html('- one\n- 中文\n\n> two')).not.toContain('dir=');
  });

  it('belongs to the list, quote and table, so that their marks stand on one side', () => {
    expect(html('- تفاح\n- pear')).toBe('<ul dir="rtl">\n<li>تفاح</li>\n<li>pear</li>\n</ul>');
    expect(html('> שלום')).toBe('<blockquote dir="rtl">\n<p>שלום</p>\n</blockquote>');
    expect(html('| تفاح | b |\n|---|---|\n| 1 | 2 |')).toContain('<table dir="rtl">');
  });

  it('of an alert is that of its text, not of its title', () => {
    expect(html('> [!NOTE]\n> שלום')).toMatch(/^<\w+[^>]* dir="rtl"/);
  });

  it('turns back inside a block of the other direction', () => {
    expect(html('> שלום\n>\n> Hello')).toContain('<p dir="ltr">Hello</p>');
  });

  it('is not taken from code blocks, and not from the author', () => {
    expect(html('> ```\n> let a\n> ```\n>\n> שלום')).toContain('<blockquote dir="rtl">');
    expect(html('<p dir="ltr">שלום</p>')).toContain('<p dir="ltr">');
  });
});
