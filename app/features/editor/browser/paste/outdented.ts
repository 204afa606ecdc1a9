/** Removes the indentation that all lines with text have. */
export function outdented(text: string): string {
  const lines = text.split('\n');
  let common: string | null = null;
  for (const line of lines) {
    if (line.trim() === '') continue;
    common ??= /^[ \t]*/.exec(line)![0];
    let at = 0;
    while (at < common.length && line[at] === common[at]) at += 1;
    common = common.slice(0, at);
  }
  const { length } = common ?? '';
  return length === 0 ? text : lines.map((line) => line.slice(length)).join('\n');
}
