import type { ListItem, Nodes, Root } from 'mdast';
import type {} from 'remark-parse';
import type { Data, Processor } from 'unified';

type TreeExtension = Exclude<NonNullable<Data['fromMarkdownExtensions']>[number], unknown[]>;
type Exit = NonNullable<TreeExtension['exit']>[string];

const marks = new WeakMap<ListItem, number>();

/** Does what GFM's tree builder does with the mark of a task, and notes where it stood, which the tree does not tell. */
const noteMark: Exit = function (token) {
  const item = this.stack.at(-2);
  if (item?.type !== 'listItem') return;
  item.checked = String(token.type) === 'taskListCheckValueChecked';
  marks.set(item, token.start.offset);
};

/** Plugin for the parser, behind remark-gfm; read the result with `tasksIn`. */
export function taskMarks(this: Processor): undefined {
  const data = this.data();
  const exit = { taskListCheckValueChecked: noteMark, taskListCheckValueUnchecked: noteMark };
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), { exit }];
}

/** The tasks of a text in order, with the offset of the sign between the brackets. */
export function tasksIn(tree: Root): { item: ListItem; at: number }[] {
  const tasks: { item: ListItem; at: number }[] = [];
  const collect = (node: Nodes) => {
    const at = node.type === 'listItem' ? marks.get(node) : undefined;
    if (node.type === 'listItem' && at !== undefined) tasks.push({ item: node, at });
    if ('children' in node) for (const child of node.children) collect(child);
  };
  collect(tree);
  return tasks;
}

/** Numbers the tasks, so that a box of the rendered page names its place in the text; returns how many there are. */
export function numberTasks(tree: Root): number {
  const tasks = tasksIn(tree);
  for (const [index, { item }] of tasks.entries()) {
    item.data = { ...item.data, hProperties: { dataTask: index } };
  }
  return tasks.length;
}
