export type TemplateText = { name: string; title: string; content: string };
