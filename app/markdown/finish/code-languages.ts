/** Accepted language names by highlighter module. Code in other languages is not highlighted. */
const NAMES: Record<string, string> = {
  bash: 'bash sh zsh',
  c: 'c h',
  cpp: 'cpp c++ cc cxx hpp',
  csharp: 'csharp cs c#',
  css: 'css',
  dart: 'dart',
  diff: 'diff patch',
  dockerfile: 'dockerfile docker',
  elixir: 'elixir ex exs',
  go: 'go golang',
  graphql: 'graphql gql',
  haskell: 'haskell hs',
  ini: 'ini toml',
  java: 'java',
  javascript: 'javascript js jsx mjs cjs',
  json: 'json jsonc json5',
  kotlin: 'kotlin kt kts',
  latex: 'latex tex',
  less: 'less',
  lua: 'lua',
  makefile: 'makefile make mk',
  markdown: 'markdown md',
  nginx: 'nginx nginxconf',
  objectivec: 'objectivec objc mm',
  perl: 'perl pl pm',
  php: 'php',
  powershell: 'powershell ps ps1',
  properties: 'properties',
  python: 'python py gyp',
  r: 'r',
  ruby: 'ruby rb gemspec',
  rust: 'rust rs',
  scala: 'scala',
  scss: 'scss sass',
  shell: 'shell console shellsession',
  sql: 'sql',
  swift: 'swift',
  typescript: 'typescript ts tsx mts cts',
  vim: 'vim',
  xml: 'xml html xhtml svg plist vue',
  yaml: 'yaml yml',
};
const moduleOf = new Map<string, string>();
for (const [name, written] of Object.entries(NAMES)) for (const word of written.split(' ')) moduleOf.set(word, name);

/** Languages embedded in others, required to highlight the embedded parts. */
const INSIDE: Record<string, string[]> = {
  xml: ['css', 'javascript'],
  markdown: ['xml'],
  php: ['xml'],
  shell: ['bash'],
  typescript: ['xml'],
  javascript: ['xml'],
};

/** Returns the highlighter module for a language name and its dependencies; empty for an unknown name. */
export function languageModules(written: string): string[] {
  const name = moduleOf.get(written.toLowerCase());
  return name === undefined ? [] : [name, ...(INSIDE[name] ?? [])];
}
