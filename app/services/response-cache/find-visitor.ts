import type { LiveSession } from '#app/services/sessions/find-session.ts';
import { readAccessToken } from '#app/services/sessions/session-tokens.ts';
import { SingleFlight } from '#app/services/single-flight.ts';
import { findTokenActor, type TokenActor } from '#app/services/tokens/find-token-actor.ts';
import { connectionNumber } from '#db/connection.ts';
import { findGeneration as askGeneration, findVisitor as askVisitor } from '#db/queries/sessions.ts';

/** A session or a personal access token, and the generation of the database in which it is valid. */
export type Visitor = { session: LiveSession | null; bearer: TokenActor | null; generation: string };

const questions = new SingleFlight<Visitor | null>();

/** Writes what must be stored before the generation is read. Runs for valid tokens only. */
type Prepare = () => Promise<void>;

/**
 * Finds the session of an access token; null if it expired, was revoked, or the account may not sign in. Two equal
 * generations mean that no transaction of any process was committed between them.
 */
export async function findVisitor(accessToken: string, prepare: Prepare): Promise<Visitor | null> {
  const sessionId = await readAccessToken(accessToken);
  if (!sessionId) return null;
  await prepare();
  return questions.ask(sessionId, () => ask(sessionId));
}

async function ask(sessionId: string): Promise<Visitor | null> {
  const [row] = await askVisitor({ sessionId, now: Date.now() });
  if (!row) return null;
  const { generation, ...actor } = row;
  return { session: { sessionId, actor }, bearer: null, generation: named(generation) };
}

/** Finds the account of a personal access token; null as `findTokenActor`. `address` is the client address. */
export async function findProgram(token: string, address: string, prepare: Prepare): Promise<Visitor | null> {
  const bearer = await findTokenActor(token, address);
  if (!bearer) return null;
  await prepare();
  return { session: null, bearer, generation: await findGeneration() };
}

export async function findGeneration(): Promise<string> {
  const [row] = await askGeneration({});
  return named(row!.generation);
}

const named = (generation: string | number) => `${connectionNumber()} ${generation}`;
