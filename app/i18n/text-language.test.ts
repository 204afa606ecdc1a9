import { expect, it } from 'vitest';
import { textLanguage } from '#app/i18n/text-language.ts';

it.each([
  ['<p>今年把根茎类蔬菜移到北侧苗床。</p>', 'zh'],
  ['<p>使用 Node.js 24 和 React 19 写的工具记录每周的产量</p>', 'zh'],
  ['<p class="x">The soil stays wet; in Chinese 土.</p>', 'und'],
  ['<p>今年は畑の北側に根菜を植えます。</p>', 'ja'],
  ['<p>12 – 34</p>', undefined],
  ['<pre><code>const rows = beds.map((bed) => bed.length)</code></pre><p>先看这段<code>map</code>。</p>', 'zh'],
  ['先看这段 `beds.map()`。\n\n```js\nconst rows = beds.map((bed) => bed.length);\n```\n\n然后继续。', 'zh'],
  [`<pre><code>${'let a;'.repeat(9000)}`, undefined],
])('says of %s that it is %s', (html, lang) => {
  expect(textLanguage(html)).toBe(lang);
});
