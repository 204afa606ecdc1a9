import type { TFunction } from 'i18next';
import { Box, Text, useApp, useWindowSize } from 'ink';
import { effectiveConfig } from '#app/config/effective-config.server.ts';
import { printable } from '#cli/output/printable.ts';
import { wrapText } from '#cli/output/wrap-text.ts';
import { joined } from '#cli/screens/draw.ts';
import { type Answers, type Place, type QuestionId, questionOf, variablesOf } from '#cli/screens/setup/questions.ts';
import { drawLine, endOf, hidden } from '#cli/screens/setup/typed-text.ts';
import { type Fault, useSetup } from '#cli/screens/setup/use-setup.ts';
import { useSetupKeys } from '#cli/screens/setup/use-setup-keys.ts';

export type SetupProps = {
  t: TFunction;
  place: Place;
  /** Returns the line for an error of a service. */
  faultOf: (error: unknown) => string;
  /** Called with all answers, or null if nothing is to be written. */
  onEnd: (answers: Answers | null) => void;
  isColoured: boolean;
};

/** Rows of the review besides its lines and those of question and hint. */
const CHROME_ROWS = 9;

/** Renders `arbor setup` on a terminal: one question at a time, then what will be written. */
export function SetupScreen({ t, place, faultOf, onEnd, isColoured }: SetupProps) {
  const { columns, rows: height } = useWindowSize();
  const { exit } = useApp();
  const end = (answers: Answers | null) => {
    onEnd(answers);
    exit();
  };
  const setup = useSetup({ place, faultOf, onEnd: end });
  const { at, answers, draft, fault, isTrying, step, steps } = setup;
  const { options } = questionOf(at);
  useSetupKeys(setup, () => end(null));
  const leaf = isColoured ? { color: 'green', bold: true } : {};
  const faint = isColoured ? { dimColor: true } : {};
  const lines = (text: string) => wrapText(text, columns - 1);
  const question = lines(t(`cli.setup.questions.${at}.ask`, { file: place.file }));
  const hint = lines(hintOf(at, place, t));
  const room = Math.max(3, height - CHROME_ROWS - `${question}\n${hint}`.split('\n').length);
  return (
    <Box flexDirection="column" height={height - 1}>
      <Text wrap="truncate">
        <Text {...leaf}>{t('cli.setup.title')}</Text>
        <Text {...faint}>{`  ${t('cli.setup.step', { step, steps })}`}</Text>
      </Text>
      <Box flexDirection="column" flexGrow={1} marginTop={1}>
        <Text bold={isColoured}>{question}</Text>
        <Text {...faint}>{hint}</Text>
        {at === 'review' && <Review {...{ t, columns, answers, place, room }} />}
        <Box marginTop={1} flexDirection="column">
          {options ? (
            <Options {...{ t, at, options, leaf, columns, place }} draft={draft.text} />
          ) : (
            <Text wrap="truncate">{`> ${drawLine(questionOf(at).isSecret ? hidden(draft.text) : printable(draft.text), draft.cursor, columns - 3)}`}</Text>
          )}
        </Box>
        <Box marginTop={1}>
          <Text {...(isColoured && fault ? { color: 'yellow' } : {})}>
            {lines(isTrying ? t('cli.setup.trying') : fault ? faultText(fault, at, t) : '')}
          </Text>
        </Box>
      </Box>
      <Text wrap="truncate" {...faint}>
        {joined(
          [
            t('cli.setup.keys.next'),
            ...(options ? [t('cli.setup.keys.choose')] : []),
            ...(step > 1 ? [t('cli.screen.keys.back')] : []),
            t('cli.setup.keys.stop'),
          ],
          columns - 1,
        )}
      </Text>
    </Box>
  );
}

const hintOf = (at: QuestionId, place: Place, t: TFunction) =>
  t(at === 'review' && place.isThere ? 'cli.setup.replaces' : `cli.setup.questions.${at}.hint`, { file: place.file });

function faultText(fault: Fault, at: QuestionId, t: TFunction): string {
  if (fault.kind === 'tried') return t('cli.setup.faults.tried', { reason: printable(fault.reason) });
  if (fault.kind === 'required') return t('validation.required');
  if (fault.kind === 'account') return t(`validation.${fault.reason}` as 'validation.required');
  return t('cli.setup.faults.environment', { variable: at });
}

type Choice = Pick<SetupProps, 't' | 'place'> & {
  at: QuestionId;
  options: readonly string[];
  draft: string;
  leaf: object;
  columns: number;
};

function Options({ t, at, options, draft, leaf, columns, place }: Choice) {
  return options.map((option) => {
    const replaces = at === 'review' && option === 'write' && place.isThere;
    const key = `cli.setup.options.${at}.${replaces ? 'replace' : option}` as 'cli.setup.options.database.sqlite';
    const text = wrapText(t(key), columns - 4).replaceAll('\n', '\n  ');
    return (
      <Text key={option} {...(option === draft ? leaf : {})}>
        {`${option === draft ? '▸' : ' '} ${text}`}
      </Text>
    );
  });
}

type ReviewProps = Pick<SetupProps, 't' | 'place'> & { answers: Answers; columns: number; room: number };

/** Lists what will be written, with masked secrets. */
function Review({ t, answers, place, columns, room }: ReviewProps) {
  const written = effectiveConfig(variablesOf(answers, place)).filter(({ source }) => source === 'environment');
  const lines = written.map(({ variable, value }) => `${variable}=${printable(value ?? '')}`);
  const shown = lines.length > room ? lines.slice(0, room - 1) : lines;
  return (
    <Box marginTop={1} flexDirection="column">
      {shown.map((line) => (
        <Text key={line} wrap="truncate">
          {endsCut(line, columns - 1)}
        </Text>
      ))}
      {shown.length < lines.length && <Text>{t('cli.top.more', { count: lines.length - shown.length })}</Text>}
    </Box>
  );
}

/** Keeps name and end of a long line, as folders differ there. */
function endsCut(line: string, width: number): string {
  const at = line.indexOf('=') + 1;
  return line.slice(0, at) + endOf(line.slice(at), Math.max(4, width - at));
}
