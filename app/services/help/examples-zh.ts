import type { ExampleTexts } from '#app/services/help/markdown-examples.ts';

/** The examples of the Markdown help in Chinese. */
export const CHINESE: ExampleTexts = {
  emphasis: {
    title: '强调',
    text: '用星号括住文字；波浪号表示删除线。',
    source: '*重要*，**非常重要**，~~已经过时~~',
  },
  headings: {
    title: '标题',
    text: '一到六个井号加一个空格。有三个标题时，页面会自动列出目录；以#开头的链接指向标题。',
    source: '## 菜畦\n\n### 春天\n\n回到[菜畦](#菜畦)',
  },
  paragraphs: {
    title: '段落与换行',
    text: '空一行开始新段落；行末加反斜杠，只换行。',
    source: '第一段。\n\n第二段，\\\n它有第二行。',
  },
  lists: {
    title: '列表',
    text: '用连字符或数字开头；下一级向右缩进。',
    source: '- 豆角\n- 豌豆\n  - 早熟\n  - 晚熟\n\n1. 翻土\n2. 播种',
  },
  tasks: {
    title: '任务',
    text: '在连字符后加方括号。阅读时就能勾选。',
    source: '- [x] 订种子\n- [ ] 种豌豆',
  },
  links: {
    title: '链接',
    text: '方括号里写文字，圆括号里写网址。单独的网址会自动成为链接。',
    source: '[种子目录](https://example.com)，或 https://example.com',
  },
  documents: {
    title: '链接到文档',
    text: '在编辑器里输入[[和标题的开头，即可插入链接或新建文档。导入笔记时，[[标题]]会变成同样的链接。',
    source: '详见[我的文档](/)。',
  },
  mentions: {
    title: '提及',
    text: '在编辑器或评论里输入@和姓名，对方会在收件箱里看到。',
    source: (mention) => `${mention} 能帮忙浇一下水吗？`,
  },
  pictures: {
    title: '图片',
    text: '在链接前加感叹号，方括号里的文字供朗读使用。也可以直接拖入或粘贴图片。',
    source: '![淡色天空下的山丘](/covers/hills.svg)',
  },
  cards: {
    title: '卡片',
    text: '把视频（YouTube、Vimeo）或绘图（Excalidraw、Figma、draw.io）的网址单独放在一段。',
    source: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  },
  tables: {
    title: '表格',
    text: '用竖线分隔单元格，表头下面写连字符；冒号决定对齐方向。在编辑器里可以直接填写单元格。',
    source: '| 菜畦 | 作物 | 行数 |\n| --- | --- | ---: |\n| 北 | 胡萝卜 | 4 |\n| 南 | 豆角 | 12 |',
  },
  quotes: {
    title: '引用',
    text: '每行以大于号开头。',
    source: '> 连翘花开时种豌豆。',
  },
  callouts: {
    title: '提示框',
    text: '引用的第一行是方括号里的NOTE、TIP、IMPORTANT、WARNING或CAUTION。',
    source: '> [!TIP]\n> 早晨浇水。\n\n> [!WARNING]\n> 五月中旬以前有霜冻。',
  },
  toggles: {
    title: '折叠内容',
    text: 'details里的内容会折叠起来。summary之后要空一行。',
    source: '<details><summary>什么种在哪里？</summary>\n\n胡萝卜种在**北**畦。\n\n</details>',
  },
  code: {
    title: '代码',
    text: '行内代码用反引号括住，代码块用三个反引号；写上语言名称就会着色。',
    source: '运行`npm start`。\n\n```js\nconst beds = 4; // 暂时\nplant(beds, "豌豆");\n```',
  },
  maths: {
    title: '公式',
    text: '在美元符号之间写TeX；独立成行的公式，上下各用一行两个美元符号。',
    source: '面积是$\\pi r^2$。\n\n$$\n\\sum_{k=1}^{n} k = \\frac{n(n+1)}{2}\n$$',
  },
  footnotes: {
    title: '脚注',
    text: '在正文里写一个标记，再在下文任意位置写一行带同样标记的说明。',
    source: '三月播种。[^frost]\n\n[^frost]: 等最后一场霜冻过去。',
  },
  html: {
    title: '按键、高亮、上下标',
    text: '也可以使用无害的HTML：kbd、mark、sub和sup。',
    source: '<kbd>Ctrl</kbd> <kbd>K</kbd>，<mark>看这里</mark>，H<sub>2</sub>O，m<sup>2</sup>',
  },
  rules: {
    title: '分隔线',
    text: '空行之间的三个连字符。',
    source: '之前\n\n---\n\n之后',
  },
  literal: {
    title: '保留符号原样',
    text: '反斜杠让后面的符号失去特殊含义。',
    source: '\\*不强调\\*，2 \\* 3',
  },
};
