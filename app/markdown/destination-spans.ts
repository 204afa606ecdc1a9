import type { Nodes } from 'mdast';
import type {} from 'remark-parse';
import type { Data, Processor } from 'unified';

/** Offsets into the source, `end` exclusive; inside the brackets of a `<…>` destination. */
export interface DestinationSpan {
  start: number;
  end: number;
}

const spans = new WeakMap<object, DestinationSpan>();

type TreeExtension = Exclude<NonNullable<Data['fromMarkdownExtensions']>[number], unknown[]>;
type Exit = NonNullable<TreeExtension['exit']>[string];

/** Does what the tree builder does with a destination, and notes where it stood, which the tree alone does not tell. */
const noteDestination: Exit = function (token) {
  const url = this.resume();
  const node = this.stack.at(-1);
  if (node === undefined || !('url' in node)) return;
  node.url = url;
  spans.set(node, { start: token.start.offset, end: token.end.offset });
};

/** Plugin for the parser; read the result with `destinationSpanOf`. */
export function destinationSpans(this: Processor): undefined {
  const data = this.data();
  const extension: TreeExtension = {
    exit: { resourceDestinationString: noteDestination, definitionDestinationString: noteDestination },
  };
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), extension];
}

/** Where a link's, image's or definition's destination is written; undefined for `[a]()`, `<https://…>` and bare links. */
export function destinationSpanOf(node: Nodes): DestinationSpan | undefined {
  return spans.get(node);
}
