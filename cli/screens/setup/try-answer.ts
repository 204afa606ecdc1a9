import { tryBucket, tryDatabase, tryFolder, tryMailServer } from '#app/services/maintenance/setup/try-services.ts';
import type { Answers, QuestionId } from '#cli/screens/setup/questions.ts';

const TRIES: Partial<Record<QuestionId, (answer: string, answers: Answers) => Promise<void>>> = {
  DATABASE_URL: tryDatabase,
  DATA_DIR: tryFolder,
  BACKUP_DIR: tryFolder,
  SMTP_URL: tryMailServer,
  S3_SECRET_ACCESS_KEY: (secretAccessKey, answers) =>
    tryBucket({
      bucket: answers.S3_BUCKET!,
      region: answers.S3_REGION!,
      endpoint: answers.S3_ENDPOINT || undefined,
      accessKeyId: answers.S3_ACCESS_KEY_ID!,
      secretAccessKey,
    }),
};

export const isTried = (id: QuestionId): boolean => TRIES[id] !== undefined;

/** Tries an answer at the service or folder that it names. Throws the error met there. */
export async function tryAnswer(id: QuestionId, answer: string, answers: Answers): Promise<void> {
  await TRIES[id]?.(answer, answers);
}
