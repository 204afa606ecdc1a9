import { parseSync } from 'oxc-parser';

export type Import = { from: string; isType: boolean; isDynamic: boolean };

/** Returns every module that a file imports, re-exports or loads. */
export function findImports(file: string, source: string): Import[] {
  const { module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const found: Import[] = module.staticImports.map(({ moduleRequest, entries }) => ({
    from: moduleRequest.value,
    isType: entries.length > 0 && entries.every(({ isType }) => isType),
    isDynamic: false,
  }));
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) {
      if (moduleRequest) found.push({ from: moduleRequest.value, isType, isDynamic: false });
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const text = /^['"`]([^'"`$]+)['"`]$/.exec(source.slice(moduleRequest.start, moduleRequest.end))?.[1];
    if (text) found.push({ from: text, isType: false, isDynamic: true });
  }
  return found;
}
