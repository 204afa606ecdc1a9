import type { HOME_ENGLISH } from '#app/services/templates/home-templates-en.ts';
import type { TemplateText } from '#app/services/templates/template-text.ts';

/** Chinese texts of the built-in templates for home and leisure, with the same placeholders as the English ones. */
export const HOME_CHINESE: Record<keyof typeof HOME_ENGLISH, TemplateText> = {
  reading: {
    name: '读书笔记',
    title: '读书笔记：……',
    content: `**作者：**
**阅读日期：** {{date}}
**出处：**

## 三句话概括

## 值得记住的观点

1.

## 摘录

> 原文。
>
> — 第  页

## 我的想法

## 延伸阅读

-
`,
  },
  travel: {
    name: '旅行计划',
    title: '旅行：……',
    content: `**日期：** {{date}} 至
**同行人：** {{person}}

## 往返交通

| 时间 | 出发地 | 目的地 | 预订号 |
| --- | --- | --- | --- |
|  |  |  |  |

## 住宿

| 晚数 | 名称 | 地址 | 预订号 |
| --- | --- | --- | --- |
|  |  |  |  |

## 行程

### 第一天

-

## 行李

- [ ] 护照、车票
- [ ] 药品
- [ ] 充电器

## 费用

| 项目 | 金额 |
| --- | ---: |
|  |  |

## 须知

- 紧急电话：
`,
  },
  recipe: {
    name: '菜谱',
    title: '新菜谱',
    content: `**份量：** 4 人 · **用时：** 40 分钟 · **来自：** {{person}}

## 食材

- [ ] 500 克
- [ ] 2 个

## 做法

1.
2.

## 小贴士

-

## 品尝记录

- {{date}}：
`,
  },
  diary: {
    name: '日记',
    title: '{{date}}',
    content: `## 今天发生了什么

## 值得高兴的事

1.
2.
3.

## 心里想的

## 明天

- [ ]
`,
  },
};
