import { expect, test } from 'vitest';
import { RequestError } from '#app/browser/request.ts';
import { Acknowledged } from '#app/features/editor/browser/acknowledged.ts';
import { asString, asText } from '#app/features/editor/browser/written.ts';

const revision = { version: 3, title: 'Notes', icon: null, content: asText('one two three') };
const sent = { title: 'Notes', icon: '🌲', content: asText('one two three four') };

const conflict = (version: number, content: string) =>
  new RequestError('conflict', {
    failure: 'answer',
    status: 409,
    data: { current: { version, title: 'Notes', content } },
  });

test('a text counts as unanswered from its request until a response is received', () => {
  const acknowledged = new Acknowledged(revision);
  acknowledged.noteSent(sent);
  expect(acknowledged.unanswered).toBe(sent);
  acknowledged.noteFailure();
  expect(acknowledged.unanswered).toBe(sent);
  acknowledged.accept({ ...sent, version: 4 });
  expect(acknowledged.unanswered).toBeNull();
  expect(acknowledged.revision.version).toBe(4);
});

test('a conflict with the own text whose response was lost is an acknowledgement', () => {
  const acknowledged = new Acknowledged(revision);
  acknowledged.noteSent(sent);
  acknowledged.noteFailure();
  expect(acknowledged.acceptArrived(conflict(4, 'what another person wrote'))).toBe(false);
  expect(acknowledged.acceptArrived(conflict(4, asString(sent.content)))).toBe(true);
  expect(acknowledged.revision).toEqual({ ...sent, version: 4 });
});

test('a conflict is merged from the text that the newer revision contains', () => {
  const acknowledged = new Acknowledged(revision);
  acknowledged.noteSent(sent);
  acknowledged.noteFailure();
  const rebase = acknowledged.acceptConflicting(conflict(5, 'zero one two three four'));
  expect(rebase?.base.content).toEqual(sent.content);
  expect(rebase?.newer).toMatchObject({ version: 5, content: asText('zero one two three four') });
  expect(acknowledged.revision.version).toBe(5);
});

test('a restored draft is not merged by letters until its base is known', () => {
  const acknowledged = new Acknowledged(revision);
  acknowledged.restore(1, sent);
  expect(acknowledged.acceptConflicting(conflict(5, 'other'))).toBeNull();
  acknowledged.rebase({ ...revision, version: 5 });
  expect(acknowledged.acceptConflicting(conflict(6, 'other'))).not.toBeNull();
});
