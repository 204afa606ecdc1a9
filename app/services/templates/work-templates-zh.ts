import type { TemplateText } from '#app/services/templates/template-text.ts';
import type { WORK_ENGLISH } from '#app/services/templates/work-templates-en.ts';

/** Chinese texts of the built-in templates for work, with the same placeholders as the English ones. */
export const WORK_CHINESE: Record<keyof typeof WORK_ENGLISH, TemplateText> = {
  meeting: {
    name: '会议记录',
    title: '会议记录 {{date}}',
    content: `- **日期：** {{date}}
- **参会人：** {{person}}、
- **记录人：** {{person}}

## 议题

1.

## 讨论内容

-

## 决定

-

## 待办

- [ ] 事项 — 负责人 — 截止日期

## 下次会议

`,
  },
  decision: {
    name: '决策记录',
    title: '决策：…',
    content: `> [!NOTE]
> 状态：待定 · {{date}} · {{person}}

## 需要决定什么

用一句能回答的话写下来。

## 为什么是现在

## 方案

| 方案 | 优点 | 缺点 | 成本 |
| --- | --- | --- | --- |
| 甲 |  |  |  |
| 乙 |  |  |  |
| 维持现状 |  |  |  |

## 决定

## 影响

- 变得更容易的：
- 变得更难的：
- 何时再次评估：
`,
  },
  project: {
    name: '项目',
    title: '新项目',
    content: `**负责人：** {{person}} · **开始日期：** {{date}}

## 目标

《{{title}}》完成时会是什么样子，如何判断。

## 不包括的内容

-

## 成员

| 成员 | 职责 |
| --- | --- |
| {{person}} | 负责人 |

## 步骤

- [ ] 第一步
- [ ] 第二步

## 风险

| 可能发生的事 | 可能性 | 应对办法 |
| --- | --- | --- |
|  |  |  |

## 进展

- {{date}}：项目启动
`,
  },
  week: {
    name: '周计划',
    title: '周计划 {{date}}',
    content: `## 本周最重要的三件事

1.
2.
3.

## 每日安排

### 星期一

- [ ]

### 星期二

- [ ]

### 星期三

- [ ]

### 星期四

- [ ]

### 星期五

- [ ]

## 等待他人

-

## 回顾

哪些进展顺利？哪些要留到下周？
`,
  },
  howto: {
    name: '操作指南',
    title: '如何……',
    content: `用一句话说明完成后会得到什么。

## 开始之前

- 需要准备：
- 大约用时：

## 步骤

1. 先这样做。
2. 再那样做。

   \`\`\`sh
   command --option
   \`\`\`

3. 检查是否成功：应当看到……

## 遇到问题时

| 现象 | 解决办法 |
| --- | --- |
|  |  |

{{person}} 于 {{date}} 最后核对。
`,
  },
  retrospective: {
    name: '复盘',
    title: '复盘 {{date}}',
    content: `**回顾的时间段：** 截至 {{date}}

## 发生了什么

先写事实，不作评价。

## 做得好的地方

-

## 遇到的困难

-

## 学到了什么

-

## 接下来尝试

- [ ] 一项改变 — 负责人 — 期限

## 感谢

-
`,
  },
};
