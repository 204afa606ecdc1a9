// Stands in for `@rushstack/ts-command-line` in the build: Umzug's own command line, which nothing here runs, needs these
// two classes when it loads.
export class CommandLineAction {}
export class CommandLineParser {}
