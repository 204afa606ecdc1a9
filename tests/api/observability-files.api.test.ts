import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { describeOwnServers } from '#tests/support/api-server.ts';

const TOKEN = 'token-of-a-scraper';
const FOLDER = join(import.meta.dirname, '../../docs/observability');
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

type Panel = { id: number; title: string; type: string; gridPos: Place; targets?: { expr: string }[] };
type Place = { x: number; y: number; w: number; h: number };
type Board = { panels: Panel[]; templating: { list: { query: string | { query: string } }[] } };
type Rule = { alert: string; expr: string; labels: { severity: string }; annotations: Record<string, string> };

const board = JSON.parse(read('grafana-board.json')) as Board;
const rules = (parse(read('prometheus-alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  ({ rules }) => rules,
);
const expressions = [
  ...board.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...board.templating.list.map(({ query }) => (typeof query === 'string' ? query : query.query)),
  ...rules.map(({ expr }) => expr),
];

/** Metrics and the labels that each is selected by. `up` is Prometheus' own. */
const named = expressions.flatMap((expr) =>
  [...expr.matchAll(/\b((?:arbor|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].map(([, name, selector = '']) => ({
    name: name!,
    labels: [...selector.matchAll(/(\w+)\s*[!=]~?/g)].map(([, label]) => label!),
  })),
);
/** Labels that Prometheus adds to each target. */
const OF_TARGETS = new Set(['instance', 'job']);

describeOwnServers(
  'board and alert rules',
  (server) => {
    it('name only metrics and labels that a running server has', async () => {
      const text = await (
        await fetch(`${server().url}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } })
      ).text();
      const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!]));
      const familyOf = (name: string) => {
        const family = name.replace(/_(?:bucket|count|sum)$/, '');
        return types.get(family) === 'histogram' ? family : name;
      };
      expect(named.length).toBeGreaterThan(50);
      expect(named.filter(({ name }) => !types.has(familyOf(name)))).toEqual([]);
      for (const { name, labels } of named) {
        const samples = text.split('\n').filter((line) => line.startsWith(`${name}{`));
        // A counter without a sample yet has no labels to compare.
        if (samples.length === 0 && types.get(familyOf(name)) !== 'gauge') continue;
        const own = labels.filter((label) => !OF_TARGETS.has(label));
        expect([name, own.filter((label) => !samples.some((line) => line.includes(`${label}="`)))]).toEqual([name, []]);
      }
    });
  },
  { METRICS_TOKEN: TOKEN },
);

test('every metric of Arbor is on the board or in a rule', () => {
  const listed = [...read('../operate.md').matchAll(/^\| `(arbor_\w+)`/gm)].map(([, name]) => name!);
  expect(listed.length).toBeGreaterThan(10);
  expect(listed.filter((name) => !expressions.some((expr) => expr.includes(name)))).toEqual([]);
});

test('panels have an id of their own and lie beside each other', () => {
  expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length);
  const cells = board.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(board.panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([]);
});

test('each rule says how bad it is, what is wrong and what to do', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, labels, annotations } of rules) {
    expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(?:critical|warning)$/)]);
    expect([alert, Object.keys(annotations).sort()]).toEqual([alert, ['description', 'summary']]);
  }
});

test('brackets of expressions are balanced', () => {
  for (const expr of expressions) {
    const bare = expr.replace(/"[^"]*"/g, '');
    for (const [open, close] of ['()', '{}', '[]']) {
      const count = (bracket: string) => bare.split(bracket).length;
      expect([expr, count(open!)]).toEqual([expr, count(close!)]);
    }
  }
});
