import { expect, it } from 'vitest';
import { administer } from '#tests/e2e/intents/administer.ts';
import { agree } from '#tests/e2e/intents/agree.ts';
import { enter } from '#tests/e2e/intents/enter.ts';
import { settings } from '#tests/e2e/intents/settings.ts';
import { together } from '#tests/e2e/intents/together.ts';
import { walked } from '#tests/e2e/intents/walk.ts';
import { importAndAsk, write } from '#tests/e2e/intents/write.ts';
import { setOwnStage } from '#tests/e2e/stage.ts';
import { AiServer } from '#tests/support/ai-server.ts';
import { GitHubServer } from '#tests/support/github-server.ts';
import { GoogleServer } from '#tests/support/google-server.ts';
import { postedPages } from '#tests/support/routes.ts';
import { TermsFiles } from '#tests/support/terms.ts';

const [provider, github, google] = [new AiServer(), new GitHubServer(), new GoogleServer()];
const outside = [provider, github, google];
const stage = setOwnStage({
  beside: {
    start: () => Promise.all(outside.map((each) => each.start())),
    stop: () => Promise.all(outside.map((each) => each.stop())),
  },
  env: () => ({
    ...provider.env,
    ...github.env,
    ...google.env,
    ANNOUNCEMENT: 'Pruning on Sunday',
    REQUIRE_SECOND_FACTOR: 'administrators',
  }),
});

const terms = new TermsFiles();
const asking = setOwnStage({ env: () => terms.env, beside: { start: async () => {}, stop: () => terms.remove() } });

// The first account is an administrator.
it('an administrator, without scripts', () => administer(stage));
it('a writer, without scripts', () => write(stage));
it('a writer who imports and asks, without scripts', () => importAndAsk(stage, provider));
it('an owner and a guest, without scripts', () => together(stage));
it('a person in the settings, without scripts', () => settings(stage, google));
it('a visitor, without scripts', () => enter(stage, github));

it('a person who is asked to accept the terms, without scripts', () => agree(asking));

it('every intent of the table of routes was sent from its page', () => {
  const all = postedPages().flatMap(({ path, intents }) => intents.map((intent) => `${path} ${intent}`));
  expect(all.filter((key) => !walked.has(key))).toEqual([]);
});
