import type { GenerationInput } from '#app/schemas/ai.ts';
import type { AnswerCut } from '#app/schemas/ai-actions.ts';
import type { Actor } from '#app/services/actor.ts';
import { DAY_MS } from '#app/services/day.ts';
import { inTransaction, models } from '#db/connection.ts';
import { Op } from '#db/operators.ts';

const KEPT_MS = 7 * DAY_MS;
/** Maximum number of answers stored per person; the oldest are removed first. */
const KEPT_MAX = 20;

export type Asked = Omit<GenerationInput, 'docId' | 'keep'>;
export type StoredAnswer = {
  id: string;
  asked: Asked;
  text: string;
  version: number | null;
  cut: AnswerCut | null;
};
type Answered = Omit<StoredAnswer, 'id'> & { requestId: string; docId: string | null };

/** Stores an answer for a week, at most twenty per person. */
export async function keepAnswer(actor: Actor, given: Answered): Promise<void> {
  const { requestId, docId, version, asked, text, cut } = given;
  const { AiAnswer } = await models();
  const now = Date.now();
  const { action, selection, prompt, lng } = asked;
  await inTransaction(async () => {
    await AiAnswer.create({
      id: requestId,
      userId: actor.id,
      documentId: docId,
      asked: JSON.stringify({ action, selection, prompt, lng }),
      answer: text,
      version,
      cut,
      createdAt: now,
      expiresAt: now + KEPT_MS,
    });
    const old = await AiAnswer.findAll({
      where: { userId: actor.id },
      attributes: ['id'],
      order: [
        ['createdAt', 'DESC'],
        ['id', 'DESC'],
      ],
      offset: KEPT_MAX,
      limit: KEPT_MAX,
    });
    await AiAnswer.destroy({ where: { id: old.map(({ id }) => id) } });
  });
}

/**
 * Returns the actor's stored answer about a document, or about all documents for `docId` null; null if it has expired.
 */
export async function findAnswer(actor: Actor, docId: string | null, id: string): Promise<StoredAnswer | null> {
  const { AiAnswer } = await models();
  const where = { id, userId: actor.id, documentId: docId, expiresAt: { [Op.gt]: Date.now() } };
  const row = await AiAnswer.findOne({ where });
  return row && { id, asked: JSON.parse(row.asked), text: row.answer, version: row.version, cut: row.cut };
}
