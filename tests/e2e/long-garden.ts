import { type Garden, plantGarden } from '#tests/e2e/every-page.ts';
import { newPerson } from '#tests/support/people.ts';
import { chineseSamples } from '#tests/support/samples.ts';
import type { Place } from '#tests/support/server.ts';
import { PNG, upload } from '#tests/support/upload.ts';

/** Sixty letters without a line break opportunity. */
export const LONG = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunt';

const CONTENT = `# ${LONG}

A [${LONG}](https://example.com/${LONG}), \`${LONG}\`, **${LONG}** and https://example.com/${LONG}/${LONG}.

- [ ] ${LONG}

> ${LONG}

| ${LONG} | b | c |
|---|---|---|
| 1 | ${LONG} | ${LONG} |

\`\`\`js
const ${LONG} = '${LONG}${LONG}';
\`\`\`

$$${LONG}+${LONG}$$

## ${LONG} ${LONG}
`;

/** Creates the garden of every page with words too long for a phone in every user-written field. */
export async function plantLongGarden(server: Place): Promise<Garden> {
  const garden = await plantGarden(server);
  const { owner } = garden.people;
  const make = async (title: string, content: string, parentId: string | null = null) =>
    (await owner.api.post('/api/documents', { title, content, parentId })).body.data.id as string;
  const id = garden.document.split('/').at(-1)!;
  await owner.api.patch(`/api/documents/${id}`, { title: `${LONG} ${LONG}`, content: CONTENT, icon: '🌱' });
  await owner.page.post('/settings', {
    intent: 'profile',
    displayName: LONG,
    username: LONG.slice(0, 20),
    imageUrl: '',
  });
  await owner.page.post('/settings', { intent: 'token-create', name: LONG, scope: 'read' });
  await owner.api.post(`/api/documents/${id}/shares`, { email: `${LONG}@example.com`, permission: 'READ' });
  await upload(owner, PNG, { docId: id, fileName: `${LONG}${LONG}.png` });
  await owner.api.post(`/api/documents/${id}/comments`, { body: `${LONG} \`${LONG}\``, quote: LONG });
  await owner.api.post(`/api/documents/${id}/comments`, {
    body: `${LONG}\n\n| a | b | c |\n|---|---|---|\n| ${LONG} | 2 | ${LONG} |`,
  });
  const middle = await make(LONG, CONTENT, id);
  const deep = await make(`${LONG} deep`, CONTENT, middle);
  const archived = await make(`${LONG} archived`, CONTENT);
  await owner.api.post(`/api/documents/${archived}/archive`);
  await newPerson(server, LONG.slice(0, 40));
  const samples = await make('React', 'Samples');
  for (const { title, content } of chineseSamples()) await make(title, content, samples);
  const rest = ['', '/edit', '/history', '/share', '/files'];
  garden.pages.owner.push(
    ...rest.map((each) => `/doc/${deep}${each}`),
    `/doc/${samples}`,
    '/shared',
    '/search?keyword=React',
    `/search?keyword=${LONG}`,
    `/doc/${id}/history?folded=true`,
  );
  return garden;
}
