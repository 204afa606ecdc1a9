import type { GenerationInput } from '#app/schemas/ai.ts';
import type { Actor } from '#app/services/actor.ts';
import { prepareCall } from '#app/services/ai/prepare-call.ts';
import { runCall } from '#app/services/ai/run-call.ts';

/** Returns the whole answer and the version of its document. Throws the errors of the call. */
export async function collectAnswer(
  actor: Actor,
  input: GenerationInput,
  signal: AbortSignal,
): Promise<{ text: string; version: number | null }> {
  const call = await prepareCall(actor, input);
  let text = '';
  const onText = (piece: string) => {
    text += piece;
  };
  await runCall(call, { signal, onText });
  return { text, version: call.version };
}
