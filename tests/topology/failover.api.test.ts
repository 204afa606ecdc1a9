import { afterAll, beforeAll, expect, test } from 'vitest';
import { arbor } from '#tests/support/arbor.ts';
import { formFields } from '#tests/support/form-fields.ts';
import { LiveClient } from '#tests/support/live-client.ts';
import { makeDocument, newPerson, type Person } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';
import { download, PNG, upload } from '#tests/support/upload.ts';
import { buildZip } from '#tests/support/zip.ts';
import { hasTopology, startTopology, type Topology } from '#tests/topology/topology.ts';

// Requires Debian's packages postgresql, pgbouncer and nginx; without them the drill is skipped.

const IS_ABLE = hasTopology();
const [WRITERS, NOTES, KEY_MS] = [4, 400, 40];

let topology: Topology;
beforeAll(async () => {
  if (IS_ABLE) topology = await startTopology();
});
afterAll(() => topology?.stop());

type Saved = { id: string; acknowledged: number; sent: number };

/** Saves and creates until it ends. Keeps what was acknowledged, and when which status was answered. */
function startWriting(person: Person, saved: Saved[]) {
  let isOver = false;
  const created: string[] = [];
  const answers: { at: number; status: number }[] = [];
  const write = async (document: Saved) => {
    for (let n = 1; !isOver; n += 1) {
      document.sent = n;
      const save = await person.api.patch(`/api/documents/${document.id}`, { content: `Bed ${n}`, autosave: true });
      if (save.status === 200) document.acknowledged = n;
      const made = await person.api.post('/api/documents', { title: `New ${n}` });
      if (made.status === 200) created.push(made.body.data.id);
      const at = Date.now();
      answers.push({ at, status: save.status }, { at, status: made.status });
    }
  };
  const all = Promise.all(saved.map(write));
  return {
    created,
    answers,
    end: async () => {
      isOver = true;
      await all;
    },
  };
}

/** Two people type in one text, a letter each in turn, until it ends. */
async function startTyping(person: Person) {
  const { id } = await makeDocument(person, { title: 'Typed' });
  const clients = await Promise.all(
    [new LiveClient(person, id), new LiveClient(person, id)].map((each) => each.joined()),
  );
  let typed = 0;
  const timer = setInterval(() => {
    const client = clients[typed % 2]!;
    client.content.insert(client.content.length, 'x');
    typed += 1;
  }, KEY_MS);
  return {
    id,
    /** Waits until everything is stored. Returns the letters typed and the text of each. */
    end: async () => {
      clearInterval(timer);
      await until(() =>
        expect(clients.map(({ isStored, text }) => [isStored, text.length])).toEqual([
          [true, typed],
          [true, typed],
        ]),
      );
      for (const client of clients) client.leave();
      return typed;
    },
  };
}

/** Sends a zip to the page of imports. What the page answers depends on when the database goes away. */
async function beginImport(person: Person): Promise<void> {
  const notes = Array.from({ length: NOTES }, (_, nth) => ({
    path: `beds/${nth}.md`,
    text: `# Imported ${nth}\n\n${`compost${nth} `.repeat(300)}`,
  }));
  const page = await person.page.get('/import');
  const body = new FormData();
  body.set('csrf', formFields(page.text).find(({ name }) => name === 'csrf')!.value);
  body.set('intent', 'import');
  body.set('files', new File([Buffer.from(buildZip(notes))], 'beds.zip'));
  await person.page.postBlind('/import', {}, { body });
}

test.skipIf(!IS_ABLE)(
  'a replica that is promoted under load has everything that was acknowledged; live writing, an import and jobs go on',
  async () => {
    const { place, postgres, bouncer, servers, env } = topology;
    const olga = await newPerson(place);
    const documents = await Promise.all(Array.from({ length: WRITERS }, () => makeDocument(olga)));
    const saved = documents.map(({ id }) => ({ id, acknowledged: 0, sent: 0 }));
    const { ticket } = await upload(olga, PNG, { docId: saved[0]!.id });
    const load = startWriting(olga, saved);
    const typing = await startTyping(olga);
    const isAnswered = (times: number, status: number) =>
      until(() => expect(load.answers.filter((answer) => answer.status === status).length).toBeGreaterThan(times));
    await isAnswered(200, 200);
    const importing = beginImport(olga);
    const doneOn = (port: number) => postgres.ask(port, 'SELECT state, done FROM imports').split('|');
    await until(() => expect(Number(doneOn(postgres.primary)[1])).toBeGreaterThan(0));
    const killedAt = Date.now();
    await postgres.killPrimary();
    await isAnswered(WRITERS, 503);
    postgres.promote();
    await bouncer.turnTo(postgres.replica);
    const before = load.answers.filter(({ status }) => status === 200).length;
    await isAnswered(before + 200, 200);
    await load.end();
    await importing;

    expect(load.answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 503)).toEqual([]);
    const refusals = load.answers.filter(({ status }) => status === 503).map(({ at }) => at);
    const lost: string[] = [];
    for (const { id, acknowledged, sent } of saved) {
      const { content } = (await olga.api.get(`/api/documents/${id}`)).body.data;
      const kept = Number(content.replace('Bed ', ''));
      if (kept < acknowledged || kept > sent) lost.push(`${id}: ${kept}, acknowledged ${acknowledged}`);
    }
    for (const id of load.created) {
      const { status } = await olga.api.get(`/api/documents/${id}`);
      if (status !== 200) lost.push(`${id}: ${status}`);
    }
    expect(lost).toEqual([]);
    const letters = await typing.end();
    await until(async () =>
      expect((await olga.api.get(`/api/documents/${typing.id}`)).body.data.content).toBe('x'.repeat(letters)),
    );
    // Jobs of the former primary continue once their lease has ended.
    postgres.ask(postgres.replica, "UPDATE imports SET worked_at = 0 WHERE state = 'running'");
    // Processes look for imports to continue every minute.
    await expect.poll(() => doneOn(postgres.replica)[0], { timeout: 180_000 }).toBe('done');
    const imported = "SELECT COUNT(DISTINCT title), COUNT(*) FROM documents WHERE title LIKE 'Imported %'";
    expect(postgres.ask(postgres.replica, imported)).toBe(`${NOTES}|${NOTES}`);
    const { status, bytes } = await download(place, olga, ticket.downloadUrl);
    expect([status, bytes.equals(PNG)]).toEqual([200, true]);
    for (const job of ['prune-files', 'remove-expired'])
      expect(await arbor(['job', 'run', job], { dataDir: place.dataDir, env })).toMatchObject({ code: 0 });
    expect(await arbor(['db', 'check'], { dataDir: place.dataDir, env })).toMatchObject({ code: 0 });
    // Each process answers, and hears of changes again.
    for (const { url } of servers) await until(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200));
    expect(postgres.ask(postgres.replica, 'SELECT pg_is_in_recovery()')).toBe('f');
    process.stdout.write(
      `failover: ${load.created.length} documents, ${saved.reduce((sum, each) => sum + each.acknowledged, 0)} saves and ` +
        `${letters} letters acknowledged, none lost; ${refusals.length} answers of 503 within ` +
        `${Math.max(...refusals) - killedAt} ms\n`,
    );
  },
  300_000,
);
