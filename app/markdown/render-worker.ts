import { parentPort } from 'node:worker_threads';
import { type RenderedMarkdown, renderMarkdown } from '#app/markdown/render-markdown.ts';
import { listTasks, tickTask } from '#app/markdown/tick-task.ts';

const renderAll = (sources: string[]): RenderedMarkdown[] => sources.map(renderMarkdown);

/** What can be asked of the thread; free of effects, arguments and results are plain data. */
const JOBS = { render: renderMarkdown, renderAll, tick: tickTask, tasks: listTasks };
export type Jobs = typeof JOBS;
export type Order<Name extends keyof Jobs = keyof Jobs> = { name: Name; input: Parameters<Jobs[Name]> };

parentPort?.on('message', ({ name, input }: Order) => {
  const run = JOBS[name] as (...input: unknown[]) => unknown;
  parentPort?.postMessage(run(...input));
});
