import { dirname, join, resolve } from 'node:path';
import { DEFAULTS, environmentSchema } from '#app/config/variables.server.ts';
import { LANGUAGES } from '#app/i18n/language.ts';
import { email, newPassword } from '#app/schemas/accounts.ts';

export type QuestionId =
  | 'DEFAULT_LANGUAGE'
  | 'database'
  | 'DATABASE_URL'
  | 'DATA_DIR'
  | 'APP_URL'
  | 'proxy'
  | 'PORT'
  | 'mail'
  | 'SMTP_URL'
  | 'MAIL_FROM'
  | 'files'
  | 'S3_ENDPOINT'
  | 'S3_REGION'
  | 'S3_BUCKET'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
  | 'backups'
  | 'BACKUP_DIR'
  | 'BACKUP_CRON'
  | 'passphrase'
  | 'BACKUP_PASSPHRASE'
  | 'administrator'
  | 'email'
  | 'password'
  | 'review';
/** Answers by question: variables by their names, everything else in small letters. */
export type Answers = Partial<Record<QuestionId, string>>;
/** Facts known before the first question. `passphrase` is the generated one that setup offers. */
export type Place = { file: string; isThere: boolean; passphrase: string; language: string };
export type Question = {
  /** Options of a choice; text is asked for without. */
  options?: readonly string[];
  isAsked?: (answers: Answers, place: Place) => boolean;
  /** Answer to begin with. */
  start?: (answers: Answers, place: Place) => string;
  isOptional?: boolean;
  /** Typed characters are hidden, apart from the address in a URL. */
  isSecret?: boolean;
};

const isS3 = ({ files }: Answers) => files === 's3';
const isMailed = ({ mail }: Answers) => mail === 'smtp';
const isBackedUp = ({ backups }: Answers) => backups === 'daily';
/** True for a file below /etc: systemd's unit names the account and the data folder. */
const isOfService = ({ file }: Place) => file.startsWith('/etc/');
const home = (place: Place) => (isOfService(place) ? '/var/lib/arbor' : join(dirname(place.file), 'data'));

/** Questions in their order. */
const QUESTIONS: Record<QuestionId, Question> = {
  DEFAULT_LANGUAGE: { options: LANGUAGES, start: (_answers, { language }) => language },
  database: { options: ['sqlite', 'postgres'] },
  DATABASE_URL: { isAsked: ({ database }) => database === 'postgres', isSecret: true },
  DATA_DIR: { start: (_answers, place) => home(place) },
  APP_URL: { isOptional: true },
  proxy: { options: ['here', 'none'], isAsked: ({ APP_URL }) => Boolean(APP_URL) },
  PORT: { start: () => DEFAULTS.PORT! },
  mail: { options: ['smtp', 'none'] },
  SMTP_URL: { isAsked: isMailed, isSecret: true },
  MAIL_FROM: { isAsked: isMailed, start: ({ APP_URL }) => senderAt(APP_URL) },
  files: { options: ['local', 's3'] },
  S3_ENDPOINT: { isAsked: isS3, isOptional: true },
  S3_REGION: { isAsked: isS3, start: () => DEFAULTS.S3_REGION! },
  S3_BUCKET: { isAsked: isS3 },
  S3_ACCESS_KEY_ID: { isAsked: isS3 },
  S3_SECRET_ACCESS_KEY: { isAsked: isS3, isSecret: true },
  backups: { options: ['daily', 'none'] },
  BACKUP_DIR: { isAsked: isBackedUp, start: ({ DATA_DIR }, place) => join(DATA_DIR ?? home(place), 'backups') },
  BACKUP_CRON: { isAsked: isBackedUp, start: () => '30 2 * * *' },
  passphrase: { isAsked: isBackedUp, options: ['generated', 'own', 'none'] },
  BACKUP_PASSPHRASE: {
    isAsked: (answers) => isBackedUp(answers) && answers.passphrase === 'own',
    isSecret: true,
  },
  administrator: { options: ['link', 'password', 'later'], isAsked: (_answers, place) => !isOfService(place) },
  email: { isAsked: ({ administrator }, place) => !isOfService(place) && administrator !== 'later' },
  password: {
    isAsked: ({ administrator }, place) => !isOfService(place) && administrator === 'password',
    isSecret: true,
  },
  review: { options: ['write', 'leave'] },
};
const ORDER = Object.keys(QUESTIONS) as QuestionId[];

export const questionOf = (id: QuestionId): Question => QUESTIONS[id];

/** Lists the questions that these answers lead to, in their order. */
export const askedQuestions = (answers: Answers, place: Place): QuestionId[] =>
  ORDER.filter((id) => QUESTIONS[id].isAsked?.(answers, place) ?? true);

/** Returns the answer to begin with: the earlier one, else a proposal. */
export function startOf(id: QuestionId, answers: Answers, place: Place): string {
  const { start, options } = QUESTIONS[id];
  return answers[id] ?? start?.(answers, place) ?? options?.[0] ?? '';
}

function senderAt(appUrl: string | undefined): string {
  const host = URL.parse(appUrl ?? '')?.hostname;
  return host ? `Arbor <arbor@${host}>` : DEFAULTS.MAIL_FROM!;
}

/** Returns the variables of answers to questions that were asked, without those that are defaults. */
export function variablesOf(answers: Answers, place: Place): Record<string, string> {
  const given = askedQuestions(answers, place)
    .filter((id) => /^[A-Z]/.test(id))
    .map((id) => [id, answers[id] ?? ''] as const);
  const values: Record<string, string> = {
    ...Object.fromEntries(given),
    ...(answers.APP_URL && answers.proxy === 'here' ? { TRUST_PROXY: 'loopback' } : {}),
    ...(isS3(answers) ? { STORAGE: 's3' } : {}),
    ...(isBackedUp(answers) && answers.passphrase === 'generated' ? { BACKUP_PASSPHRASE: place.passphrase } : {}),
  };
  const isSet = ([name, value]: [string, string]) => value !== '' && value !== DEFAULTS[name];
  return Object.fromEntries(Object.entries(values).filter(isSet));
}

/** `reason` is a key of `validation`. The hint of the question says what its variable accepts. */
export type Refusal = { kind: 'required' | 'environment' } | { kind: 'account'; reason: string };

/**
 * Validates an answer by the schemas of environment and accounts, without side effects. Returns null if it is valid.
 */
export function refusalOf(id: QuestionId, answer: string, answers: Answers, place: Place): Refusal | null {
  const { isOptional, options } = QUESTIONS[id];
  if (options) return null;
  if (answer.trim() === '') return isOptional ? null : { kind: 'required' };
  if (id === 'email' || id === 'password') {
    const { success, error } = (id === 'email' ? email : newPassword).safeParse(answer);
    return success ? null : { kind: 'account', reason: error.issues[0]!.message };
  }
  const values = variablesOf({ ...answers, [id]: answer }, place);
  const issues = environmentSchema.safeParse(values, { jitless: true }).error?.issues ?? [];
  return issues.some(({ path }) => path[0] === id) ? { kind: 'environment' } : null;
}

/** Returns an answer as it is stored: without blanks around it, folders with their whole path. */
export function storedAnswer(id: QuestionId, answer: string): string {
  if (id === 'password' || id === 'BACKUP_PASSPHRASE') return answer;
  return id === 'DATA_DIR' ? resolve(answer.trim()) : answer.trim();
}
