import { describe, expect, it } from 'vitest';
import { listTasksIn, renderText, tickTaskIn } from '#app/markdown/long-texts.ts';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';

const LONG = `- [ ] first\n\n${'A paragraph with *words* and `code`, 中文。\n\n'.repeat(700)}- [x] last\n`;

describe('K4: long texts', () => {
  it('are rendered to the same as short ones would be', async () => {
    expect(await renderText(LONG)).toEqual(renderMarkdown(LONG));
    expect(await renderText('*a*')).toEqual(renderMarkdown('*a*'));
  });

  it('are rendered while this thread goes on', async () => {
    const order: string[] = [];
    const rendering = renderText(LONG).then(() => order.push('rendered'));
    await new Promise(setImmediate);
    order.push('went on');
    await rendering;
    expect(order).toEqual(['went on', 'rendered']);
  });

  it('have their tasks listed and ticked', async () => {
    expect(await listTasksIn(LONG)).toEqual(['first', 'last']);
    expect(await tickTaskIn(LONG, 0, true)).toBe(LONG.replace('[ ]', '[x]'));
    expect(await tickTaskIn(LONG, 7, true)).toBeNull();
  });

  it('each of several at once gets its own answer', async () => {
    const texts = [1, 2, 3, 4].map((number) => `# Text ${number}\n\n${LONG}`);
    const rendered = await Promise.all(texts.map((text) => renderText(text)));
    expect(rendered.map(({ outline }) => outline[0]?.text)).toEqual(['Text 1', 'Text 2', 'Text 3', 'Text 4']);
  });

  it('that are hostile are shown, if need be as their source, and the next one is rendered', async () => {
    const hostile = [
      '$a$ '.repeat(16_000),
      Array.from({ length: 350 }, (_, at) => `${'$'.repeat(at + 1)} a `).join(''),
      `\`\`\`js\n${'/a'.repeat(16_000)}\n\`\`\``,
      `\`\`\`html\n${'<'.repeat(30_000)}\n\`\`\``,
      `$${'{'.repeat(4000)}$${' '.repeat(20_000)}`,
      '> [!NOTE]\n> a\n\n'.repeat(4000),
      '- [ ] a\n'.repeat(8000),
      '> '.repeat(40_000),
    ];
    for (const source of hostile) {
      const { html } = await renderText(source);
      expect(html.length).toBeGreaterThan(0);
      expect(html.length).toBeLessThan(source.length * 60);
    }
    expect((await renderText(LONG)).html).toContain('<em>words</em>');
  });
});
