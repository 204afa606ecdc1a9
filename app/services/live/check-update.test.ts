import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { checkUpdate, type LiveRefusal } from '#app/services/live/check-update.ts';
import { newEpoch } from '#app/services/live/epochs.ts';
import { bytesOf } from '#app/services/live/shared-roots.ts';
import { createState, foldState, openState } from '#app/services/live/shared-text.ts';

const LONG = 'x'.repeat(1_000_000);

/** A server's document and a client's copy of it. */
function pair() {
  const epoch = newEpoch();
  const state = createState({ title: 'Garden', content: 'Beds\n' }, epoch);
  return { epoch, server: openState([state]), client: openState([state]) };
}

function updateOf(doc: Y.Doc, write: (doc: Y.Doc) => void): Uint8Array {
  const before = Y.encodeStateVector(doc);
  doc.transact(() => write(doc));
  return Y.encodeStateAsUpdate(doc, before);
}

function codeOf({ server, epoch }: { server: Y.Doc; epoch: number }, update: Uint8Array): number | 'accepted' {
  try {
    checkUpdate(update, { doc: server, epoch, bytes: bytesOf(server) });
    return 'accepted';
  } catch (error) {
    return (error as LiveRefusal).code;
  }
}

test.each<[string, (doc: Y.Doc) => void]>([
  ['text', (doc) => doc.getText('content').insert(2, 'Bäume 🌳')],
  ['a title', (doc) => doc.getText('title').insert(6, ' plan')],
  [
    'a deletion with its mark',
    (doc) => {
      doc.getText('content').delete(0, 2);
      doc.getMap('state').set('deletion', true);
      doc.getMap('state').set('deletion', true);
    },
  ],
  [
    'text beside text that is gone',
    (doc) => {
      doc.getText('content').insert(0, 'a');
      doc.getText('content').delete(0, 3);
      doc.getText('content').insert(1, 'b');
    },
  ],
])('%s is accepted, also twice', (_, write) => {
  const { client, ...at } = pair();
  const update = updateOf(client, write);
  expect(codeOf(at, update)).toBe('accepted');
  Y.applyUpdate(at.server, update);
  expect(codeOf(at, update)).toBe('accepted');
  expect(codeOf(at, Y.encodeStateAsUpdate(client))).toBe('accepted');
});

test.each<[string, (doc: Y.Doc) => void]>([
  ['another map', (doc) => doc.getMap('junk').set('k', LONG)],
  ['another list', (doc) => doc.getArray('junk').push([1])],
  ['another text', (doc) => doc.getText('junk').insert(0, LONG)],
  ['markup', (doc) => doc.getXmlFragment('junk').push([new Y.XmlElement('p')])],
  ['another mark', (doc) => doc.getMap('state').set('other', true)],
  ['a long mark', (doc) => doc.getMap('state').set('deletion', LONG)],
  ['bytes as a mark', (doc) => doc.getMap('state').set('deletion', new Uint8Array(9))],
  ['a nested map', (doc) => doc.getMap('state').set('deletion', new Y.Map([['k', LONG]]))],
  ['a document inside', (doc) => doc.getMap('state').set('deletion', new Y.Doc())],
  [
    'a long mark after a short one',
    (doc) => {
      doc.getMap('state').set('deletion', true);
      doc.getMap('state').set('deletion', LONG);
    },
  ],
  ['an embedded object', (doc) => doc.getText('content').insertEmbed(2, { image: LONG })],
  ['a format', (doc) => doc.getText('content').format(0, 2, { bold: LONG })],
  ['an attribute of a text', (doc) => doc.getText('content').setAttribute('k', LONG)],
  ['a title that is far too long', (doc) => doc.getText('title').insert(0, 'x'.repeat(20_000))],
])('%s is refused with 4400', (_, write) => {
  const { client, ...at } = pair();
  expect(codeOf(at, updateOf(client, write))).toBe(4400);
});

test('items are refused beside foreign ones that a state of an earlier version holds, and in types inside of those', () => {
  const { epoch, server, client } = pair();
  const inner = new Y.Array<string>();
  Y.applyUpdate(
    server,
    updateOf(client, (doc) => doc.getMap('junk').set('inner', inner)),
  );
  Y.applyUpdate(
    server,
    updateOf(client, (doc) => doc.getArray('list').push(['a', 'b'])),
  );
  expect(
    codeOf(
      { epoch, server },
      updateOf(client, () => inner.push(['x'])),
    ),
  ).toBe(4400);
  expect(
    codeOf(
      { epoch, server },
      updateOf(client, (doc) => doc.getArray('list').insert(1, ['x'])),
    ),
  ).toBe(4400);
  expect(
    codeOf(
      { epoch, server },
      updateOf(client, (doc) => doc.getText('content').insert(0, 'x')),
    ),
  ).toBe('accepted');
});

test('items beside or in something that is not there yet are foreign as well', () => {
  const { epoch, server, client } = pair();
  client.getMap('junk').set('inner', new Y.Array());
  client.getArray('list').push(['a']);
  const inner = client.getMap('junk').get('inner') as Y.Array<string>;
  expect(
    codeOf(
      { epoch, server },
      updateOf(client, () => inner.push([LONG])),
    ),
  ).toBe(4400);
  expect(
    codeOf(
      { epoch, server },
      updateOf(client, (doc) => doc.getArray('list').push([LONG])),
    ),
  ).toBe(4400);
});

test('a fold removes what is neither text nor mark', () => {
  const { client } = pair();
  const start = Y.encodeStateAsUpdate(client);
  const update = updateOf(client, (doc) => {
    doc.getMap('junk').set('k', LONG);
    doc.getArray('junk list').push([new Y.Map([['k', LONG]])]);
    doc.getText('content').insertEmbed(2, { image: LONG });
    doc.getText('content').setAttribute('k', LONG);
    doc.getMap('state').set('deletion', LONG);
    doc.getMap('state').set('other', LONG);
    doc.getText('content').insert(0, 'Long ');
  });
  const folded = foldState([start, update], '');
  expect(folded).toMatchObject({ title: 'Garden', content: 'Long Beds\n' });
  expect(folded.state.length).toBeLessThan(1000);
});
