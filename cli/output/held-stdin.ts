import type { Interface } from 'node:readline';

/**
 * Keeps the process alive until the question on stdin is closed: an Ink screen leaves stdin unreferenced, and Node ends
 * a process that waits only for it.
 */
export function holdStdin<Question extends Interface>(question: Question): Question {
  process.stdin.ref();
  question.once('close', () => process.stdin.unref());
  return question;
}
