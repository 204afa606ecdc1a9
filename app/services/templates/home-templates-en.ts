/** English texts of the built-in templates for home and leisure, with placeholders such as `{{date}}`. */
export const HOME_ENGLISH = {
  reading: {
    name: 'Reading notes',
    title: 'Notes on …',
    content: `**Author:**
**Read:** {{date}}
**Where to find it:**

## In three sentences

## Ideas worth keeping

1.

## Passages

> The words as they stand there.
>
> — page

## What I think of it

## Where it leads

-
`,
  },
  travel: {
    name: 'Travel',
    title: 'Trip to …',
    content: `**From – to:** {{date}} –
**Travellers:** {{person}}

## The way there and back

| When | From | To | Booking |
| --- | --- | --- | --- |
|  |  |  |  |

## Where we stay

| Nights | Place | Address | Booking |
| --- | --- | --- | --- |
|  |  |  |  |

## Days

### Day 1

-

## To pack

- [ ] Passport, tickets
- [ ] Medicine
- [ ] Charger

## Costs

| What | How much |
| --- | ---: |
|  |  |

## Good to know

- Emergency number:
`,
  },
  recipe: {
    name: 'Recipe',
    title: 'New recipe',
    content: `**For** 4 people · **takes** 40 minutes · **from** {{person}}

## Ingredients

- [ ] 500 g
- [ ] 2

## How it is made

1.
2.

## Tips

-

## How it was

- {{date}}:
`,
  },
  diary: {
    name: 'Diary',
    title: '{{date}}',
    content: `## What happened today

## What I am glad about

1.
2.
3.

## What is on my mind

## For tomorrow

- [ ]
`,
  },
};
