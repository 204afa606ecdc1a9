/** English texts of the built-in templates for work, with placeholders such as `{{date}}`. */
export const WORK_ENGLISH = {
  meeting: {
    name: 'Meeting notes',
    title: 'Meeting notes {{date}}',
    content: `- **Date:** {{date}}
- **Present:** {{person}},
- **Notes by:** {{person}}

## Topics

1.

## What was said

-

## Decisions

-

## To do

- [ ] What — who — by when

## Next meeting

`,
  },
  decision: {
    name: 'Decision',
    title: 'Decision: …',
    content: `> [!NOTE]
> Status: proposed · {{date}} · {{person}}

## What has to be decided

One sentence that can be answered.

## Why now

## Options

| Option | For | Against | Cost |
| --- | --- | --- | --- |
| A |  |  |  |
| B |  |  |  |
| Leave it as it is |  |  |  |

## Decision

## What follows

- What becomes easier:
- What becomes harder:
- When we look at it again:
`,
  },
  project: {
    name: 'Project',
    title: 'New project',
    content: `**Lead:** {{person}} · **Begun:** {{date}}

## Goal

What is true when {{title}} is done, and how we know.

## Not part of it

-

## People

| Who | What for |
| --- | --- |
| {{person}} | lead |

## Steps

- [ ] First step
- [ ] Second step

## Risks

| What could happen | How likely | What we do about it |
| --- | --- | --- |
|  |  |  |

## Log

- {{date}}: begun
`,
  },
  week: {
    name: 'Weekly plan',
    title: 'Week of {{date}}',
    content: `## The three things that count

1.
2.
3.

## Days

### Monday

- [ ]

### Tuesday

- [ ]

### Wednesday

- [ ]

### Thursday

- [ ]

### Friday

- [ ]

## Waiting for others

-

## Looking back

What went well, and what moves to next week?
`,
  },
  howto: {
    name: 'How-to',
    title: 'How to …',
    content: `What you get in the end, in one sentence.

## Before you begin

- You need:
- It takes about:

## Steps

1. Do this.
2. Then that.

   \`\`\`sh
   command --option
   \`\`\`

3. Check that it worked: you see …

## When something goes wrong

| What you see | What to do |
| --- | --- |
|  |  |

Last checked {{date}} by {{person}}.
`,
  },
  retrospective: {
    name: 'Retrospective',
    title: 'Retrospective {{date}}',
    content: `**Time looked at:** until {{date}}

## What happened

The facts first, without judging.

## What went well

-

## What was hard

-

## What we learned

-

## What we try next

- [ ] One change — who — until when

## Thanks to

-
`,
  },
};
