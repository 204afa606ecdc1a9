import type { GenerationInput } from '#app/schemas/ai.ts';
import type { Actor } from '#app/services/actor.ts';
import { prepareCall } from '#app/services/ai/prepare-call.ts';
import { runCall } from '#app/services/ai/run-call.ts';

/** The whole answer at once, and the version of the document it is about. Throws what the call throws. */
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
