import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AiServer } from '#tests/support/ai-server.ts';
import { eventsOf, openStream } from '#tests/support/ai-stream.ts';
import { ownServer } from '#tests/support/api-server.ts';
import { formFields } from '#tests/support/form-fields.ts';
import { makeDocument, newPerson, type Person, share } from '#tests/support/people.ts';

const provider = await new AiServer().start();
const server = ownServer(provider.env);
afterAll(() => provider.stop());

let admin: Person;
let olga: Person;
beforeAll(async () => {
  [admin, olga] = [await newPerson(server(), 'admin'), await newPerson(server(), 'olga')];
});
beforeEach(() => {
  provider.trouble = null;
  provider.answer = 'Apples keep well.';
});

const contentOf = async (person: Person, id: string) =>
  (await person.api.get(`/api/documents/${id}`)).body.data.content;
const hiddenFields = (text: string) =>
  Object.fromEntries(['baseVersion', 'selection', 'cut'].map((name) => [name, hidden(text, name) ?? '']));
const hidden = (text: string, name: string) => formFields(text).find((field) => field.name === name)?.value;
/** Posts an AI form and opens the address of the stored answer. */
async function answerTo(person: Person, path: string, fields: Record<string, string>) {
  const posted = await person.page.post(path, fields);
  expect(posted.status).toBe(303);
  const address = posted.headers.get('Location')!;
  expect(address).toMatch(new RegExp(`^${path}\\?answer=`));
  return { ...(await person.page.get(address)), address };
}
const used = async (person: Person) => (await person.api.get('/api/ai/quota')).body.data.monthlyUsed;

test('a form on the document gives a result to insert at the end, and says where the text goes', async () => {
  const { id } = await makeDocument(olga, { title: 'Orchard', content: 'Apples and pears.' });
  expect((await olga.page.get(`/doc/${id}`)).text).toContain(`href="/doc/${id}/ai"`);
  expect((await olga.page.get(`/doc/${id}/ai`)).text).toContain(provider.host);
  const made = await answerTo(olga, `/doc/${id}/ai`, { intent: 'generate', action: 'continue' });
  expect(made.status).toBe(200);
  expect(made.text).toMatch(/<textarea[^>]*name="result"[^>]*>Apples keep well\.<\/textarea>/);
  const fields = {
    intent: 'insert',
    result: 'Apples keep.\r\nWell.',
    selection: '',
    baseVersion: hidden(made.text, 'baseVersion')!,
  };
  const inserted = await olga.page.post(`/doc/${id}/ai`, fields);
  expect([inserted.status, inserted.headers.get('Location')]).toEqual([303, `/doc/${id}`]);
  expect(await contentOf(olga, id)).toBe('Apples and pears.\n\nApples keep.\nWell.\n');
});

test('a result takes the place of the selection, or of the text; a selection that is gone changes nothing', async () => {
  const { id } = await makeDocument(olga, { content: 'Apples.\n\nPears.' });
  const replace = (fields: Record<string, string>) =>
    olga.page.post(`/doc/${id}/ai`, { intent: 'replace', result: 'Plums.', baseVersion: '1', ...fields });
  const gone = await replace({ selection: 'Quinces.' });
  expect(gone.status).toBe(422);
  expect(gone.text).toMatch(/<textarea[^>]*name="result"[^>]*>Plums\.<\/textarea>/);
  expect((await replace({ selection: 'Pears.' })).status).toBe(303);
  expect(await contentOf(olga, id)).toBe('Apples.\n\nPlums.');
  expect((await replace({ selection: '', baseVersion: '2', result: 'All new.' })).status).toBe(303);
  expect(await contentOf(olga, id)).toBe('All new.');
});

test('an answer that was cut off is said to be, and does not take the place of the text', async () => {
  const { id } = await makeDocument(olga, { content: 'Apples and pears.' });
  const fields = { intent: 'generate', action: 'improve' };
  expect((await answerTo(olga, `/doc/${id}/ai`, fields)).text).toContain('value="replace"');
  provider.answer = 'one two three '.repeat(600);
  const cut = await answerTo(olga, `/doc/${id}/ai`, fields);
  expect(cut.text).toContain('The answer reached its longest length');
  expect(cut.text).toContain('value="insert"');
  expect(cut.text).not.toContain('value="replace"');
  const refused = await olga.page.post(`/doc/${id}/ai`, { ...hiddenFields(cut.text), intent: 'insert', result: '' });
  expect(refused.status).toBe(422);
  expect(refused.text).not.toContain('value="replace"');
});

test('what others wrote meanwhile is merged, or told of; nothing of either is lost', async () => {
  const { id } = await makeDocument(olga, { content: 'Apples.\n\nPears.\n\nPlums.' });
  await olga.api.patch(`/api/documents/${id}`, { content: 'Red apples.\n\nPears.\n\nPlums.' });
  const late = (fields: Record<string, string>) =>
    olga.page.post(`/doc/${id}/ai`, { intent: 'replace', baseVersion: '1', selection: '', ...fields });
  expect((await late({ selection: 'Plums.', result: 'Blue plums.' })).status).toBe(303);
  expect(await contentOf(olga, id)).toBe('Red apples.\n\nPears.\n\nBlue plums.');
  const conflict = await late({ selection: 'Apples.', result: 'Green apples.' });
  expect(conflict.status).toBe(409);
  expect(conflict.text).toMatch(/<textarea[^>]*name="result"[^>]*>Green apples\.<\/textarea>/);
  expect(await contentOf(olga, id)).toContain('Red apples.');
});

test('after a conflict the form goes on with the new text, which it shows', async () => {
  const { id } = await makeDocument(olga, { content: 'Apples.' });
  await olga.api.patch(`/api/documents/${id}`, { content: 'Red apples.' });
  const fields = { intent: 'replace', selection: '', result: 'Green apples.' };
  const conflict = await olga.page.post(`/doc/${id}/ai`, { ...fields, baseVersion: '1' });
  expect([conflict.status, hidden(conflict.text, 'baseVersion')]).toEqual([409, '2']);
  expect(conflict.text).toContain('<pre class="changes">Red apples.</pre>');
  const again = await olga.page.post(`/doc/${id}/ai`, { ...fields, baseVersion: '2' });
  expect(again.status).toBe(303);
  expect(await contentOf(olga, id)).toBe('Green apples.');
});

test('a version that never was is a conflict: nothing is changed and the result is given back', async () => {
  const { id } = await makeDocument(olga, { content: 'Apples.' });
  for (const [intent, selection] of [
    ['insert', ''],
    ['replace', ''],
    ['replace', 'Apples.'],
    ['replace', 'Quinces.'],
  ] as const) {
    const fields = { intent, selection, baseVersion: '99', result: 'Plums.' };
    const answer = await olga.page.post(`/doc/${id}/ai`, fields);
    expect([intent, selection, answer.status]).toEqual([intent, selection, 409]);
    expect(answer.text).toMatch(/<textarea[^>]*name="result"[^>]*>Plums\.<\/textarea>/);
  }
  expect(await contentOf(olga, id)).toBe('Apples.');
});

test('a reader may ask and not insert; a stranger finds nothing', async () => {
  const { id } = await makeDocument(olga, { content: 'Apples.' });
  const [rhea, sven] = [await newPerson(server(), 'rhea'), await newPerson(server(), 'sven')];
  await share(olga, id, rhea.email, 'READ');
  const answered = await answerTo(rhea, `/doc/${id}/ai`, { intent: 'generate', action: 'ask', prompt: 'Which?' });
  expect(answered.text).toContain('Apples keep well.');
  expect(answered.text).not.toContain('value="insert"');
  const inserted = await rhea.page.post(`/doc/${id}/ai`, { intent: 'insert', result: 'x', baseVersion: '1' });
  expect(inserted.status).toBe(403);
  expect((await sven.page.get(`/doc/${id}/ai`)).status).toBe(404);
});

test('a failure is told on the page with what was typed, and the status of the API', async () => {
  const { id } = await makeDocument(olga, { content: 'Apples.' });
  const unasked = await olga.page.post(`/doc/${id}/ai`, { intent: 'generate', action: 'ask', prompt: '' });
  expect(unasked.status).toBe(422);
  expect(unasked.text).toContain('Write what you want to know');
  provider.trouble = 'fault';
  const failed = await olga.page.post(`/doc/${id}/ai`, { intent: 'generate', action: 'ask', prompt: 'Which <b>?' });
  expect(failed.status).toBe(503);
  expect(failed.text).toContain('value="Which &lt;b&gt;?"');
  const poor = await newPerson(server(), 'poor');
  await admin.api.patch(`/api/admin/quotas/${poor.id}`, { monthlyLimit: 0 });
  const refused = await poor.page.post('/ask', { intent: 'ask', prompt: 'What?' });
  expect(refused.status).toBe(429);
  expect(refused.text).toContain('is used up');
});

test('a question about everything is answered as sanitised Markdown with links', async () => {
  const { id } = await makeDocument(olga, { title: 'Cellar', content: 'Quinces keep until March.' });
  provider.answer = `**Until March**, see [Cellar](/doc/${id}). <script>alert(1)</script>`;
  const answered = await answerTo(olga, '/ask', { intent: 'ask', prompt: 'How long do quinces keep?' });
  expect(answered.status).toBe(200);
  expect(answered.text).toContain('<strong>Until March</strong>');
  expect(answered.text).toContain(`href="/doc/${id}"`);
  expect(answered.text).not.toContain('alert(1)</script>');
  expect(provider.lastPrompt).toContain('Quinces keep until March.');
});

test('an answer is kept at an address of its own: a reload costs nothing, and only its asker finds it', async () => {
  const rhea = await newPerson(server(), 'rhea');
  const { id } = await makeDocument(olga, { content: 'Apples.' });
  await share(olga, id, rhea.email, 'READ');
  const fields = { intent: 'generate', action: 'ask', prompt: 'Which <b>?', selection: 'Apples.' };
  const { address, text } = await answerTo(olga, `/doc/${id}/ai`, fields);
  expect(text).toContain('Answered');
  const tokens = await used(olga);
  const again = await olga.page.get(address);
  expect(again.text).toContain('Apples keep well.');
  expect(again.text).toContain('value="Which &lt;b&gt;?"');
  expect(again.text).toMatch(/<textarea[^>]*name="selection"[^>]*hidden[^>]*>Apples\.</);
  expect(await used(olga)).toBe(tokens);
  const foreign = await rhea.page.get(address);
  expect(foreign.status).toBe(404);
  expect(foreign.text).not.toContain('Apples keep well.');
  expect(foreign.text).toContain('no longer kept');
  const everything = await answerTo(olga, '/ask', { intent: 'ask', prompt: 'What?' });
  expect(everything.text).toContain('kept for a week');
  expect((await rhea.page.get(everything.address)).status).toBe(404);
  // A document's answer is available only on that document's page, which requires READ.
  expect((await olga.page.get(address.replace(/^.*\?/, '/ask?'))).status).toBe(404);
});

test('an answer asked over the API is kept only when the caller wants it', async () => {
  const { id } = await makeDocument(olga, { content: 'Apples.' });
  const ask = async (more: object) => {
    const answered = await openStream(olga, { docId: id, action: 'summarize', ...more });
    const { requestId } = eventsOf(await answered.text()).at(-1)!.data;
    return (await olga.page.get(`/doc/${id}/ai?answer=${requestId}`)).status;
  };
  expect(await ask({})).toBe(404);
  expect(await ask({ keep: true })).toBe(200);
});

test('the meter warns when most is used, and when all is', async () => {
  const person = await newPerson(server(), 'meter');
  const { id } = await makeDocument(person, { content: 'Apples.' });
  const page = async () => (await person.page.get(`/doc/${id}/ai`)).text;
  expect(await page()).not.toContain('You have used most');
  const settings = async () => (await person.page.get('/settings')).text;
  expect(await settings()).toMatch(/<meter[^>]*aria-label="AI allowance this month"/);
  await person.page.post(`/doc/${id}/ai`, { intent: 'generate', action: 'summarize' });
  const tokens = await used(person);
  expect(tokens).toBeGreaterThan(10);
  await admin.api.patch(`/api/admin/quotas/${person.id}`, { monthlyLimit: Math.floor(tokens / 0.8) });
  expect(await page()).toContain('You have used most');
  expect(await settings()).toContain('You have used most');
  await admin.api.patch(`/api/admin/quotas/${person.id}`, { monthlyLimit: tokens });
  expect(await page()).toContain('allowance is used up');
  expect(await settings()).toContain('allowance is used up');
});
