const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const STATEMENT =
  /^(?:import\s+(?:[\w*{][^\n]*\sfrom\s+)?['"]|export\s+(?:default\s|const\s|let\s|var\s|function\s|class\s|async\s|\{|\*))/;

/**
 * Converts the code of MDX to HTML comments, which are kept but not displayed: `import` and `export` up to the next
 * blank line, and comments in braces. Components are left as written.
 */
export function mdxToMarkdown(source: string): string {
  const written: string[] = [];
  let [fence, isStatement] = ['', false];
  for (const line of source.split('\n')) {
    const mark = FENCE.exec(line)?.[1] ?? '';
    if (!fence && !isStatement && STATEMENT.test(line) && (written.at(-1) ?? '').trim() === '') {
      isStatement = true;
      written.push('<!--');
    }
    if (isStatement && line.trim() === '') {
      isStatement = false;
      written.push('-->');
    }
    if (fence) {
      if (mark.startsWith(fence)) fence = '';
    } else if (mark && !isStatement) fence = mark;
    written.push(
      isStatement ? line.replaceAll('-->', '--\\>') : fence ? line : line.replace(/\{\/\*(.*?)\*\/\}/g, '<!--$1-->'),
    );
  }
  if (isStatement) written.push('-->');
  return written.join('\n');
}
