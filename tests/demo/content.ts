/** A document of the demo with its children. `owner` is a member of the cast; children inherit it. */
export type DemoDocument = { title: string; icon?: string; content: string; children?: DemoDocument[] };

export const ENGLISH: DemoDocument = {
  title: 'Orchard House',
  icon: '🌳',
  content: `Everything about running the house and its orchard. New here? Start with the week plan below.

> [!TIP]
> Press \`Ctrl K\` to find any page.

- **Garden**: what grows where, and when it is harvested
- **Kitchen**: recipes that feed twenty
- **Meetings**: decisions and who does what
`,
  children: [
    {
      title: 'Week plan',
      icon: '🗓️',
      content: `| Day | Garden | Kitchen |
| --- | --- | --- |
| Monday | Prune the north row | Bread |
| Wednesday | Water the beds | Soup for the market |
| Saturday | Harvest | Jam |

- [x] Order labels for the jars
- [ ] Ask Ben about the ladder
- [ ] Water the seedlings before noon
`,
    },
    {
      title: 'Garden',
      icon: '🥕',
      content: 'Four beds, two rows of apple trees, one greenhouse. Each bed has a page of its own below.',
      children: [
        {
          title: 'Apple trees',
          icon: '🍎',
          content: `## Varieties

Row one holds *Gravenstein* and *Cox*; row two *Boskoop* for the cellar.

## Yield

$$
\\text{yield} = \\frac{\\text{kilograms}}{\\text{trees}}
$$

2025 gave 38 kg a tree. Store only fruit without bruises, at 4 °C.
`,
        },
        {
          title: 'Sowing dates',
          content: `1. Peas and spinach: first week of March
2. Carrots: end of March, thin to 3 cm
3. Beans: not before 10 May, they do not take frost
`,
        },
      ],
    },
    {
      title: 'Kitchen',
      icon: '🍞',
      content: 'Recipes scaled for twenty people.',
      children: [
        {
          title: 'Leek and potato soup',
          content: `For 20 people, 50 minutes.

- 3 kg potatoes, 2 kg leeks, 400 g butter
- 6 l stock, salt, nutmeg

Sweat the leeks slowly. Add potatoes and stock, simmer 30 minutes, blend half of it.
`,
        },
      ],
    },
    {
      title: 'Meetings',
      icon: '💬',
      content: 'Minutes, newest first.',
      children: [
        {
          title: 'Decision: a second greenhouse',
          content: `**Decided**: we build it in April, behind the shed.

**Why**: seedlings fill the kitchen windows by February, and tomatoes outside failed twice[^1].

**Open**: who asks the neighbour about the shade.

[^1]: 2024 to blight, 2025 to hail.
`,
        },
      ],
    },
  ],
};

export const CHINESE: DemoDocument = {
  title: '读书小组',
  icon: '📚',
  content: '每两周一次，周四晚上七点。下面是书单和笔记，谁都可以补充。',
  children: [
    {
      title: '书单',
      content: `- [x] 《看不见的城市》
- [x] 《乡土中国》
- [ ] 《瓦尔登湖》
- [ ] 《城南旧事》
`,
    },
    {
      title: '《乡土中国》笔记',
      icon: '📝',
      content: `## 差序格局

社会关系像石子投入水中，一圈一圈推出去，愈推愈远，也愈推愈薄。

> 乡土社会的生活是富于地方性的。

## 想讨论的问题

1. 今天的城市里，“熟人社会”还在哪里？
2. 规矩和法律的区别是什么？
`,
    },
    { title: '下次聚会', icon: '🍵', content: '时间：周四 19:00\n地点：梅的家\n请带上书和一样点心。\n' },
  ],
};
