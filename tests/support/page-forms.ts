import { unescapeHtml } from '#tests/support/form-fields.ts';
import { table } from '#tests/support/routes.ts';

export type Control = { name: string; type: string; value: string; isDisabled: boolean };
export type PageForm = {
  /** The path it posts to, including the query. */
  action: string;
  controls: Control[];
  /** Name and value posted by each of its buttons. */
  buttons: { name: string; value: string }[];
};

const attributeOf = (tag: string, name: string): string | null => {
  const found = new RegExp(`\\s${name}(?:="([^"]*)")?(?=[\\s/>])`).exec(tag);
  return found ? unescapeHtml(found[1] ?? '') : null;
};

/** Returns every form of a page with the method POST. */
export function formsOf(html: string, path: string): PageForm[] {
  return [...html.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)]
    .map(([form]) => form)
    .filter((form) => /^<form[^>]*method="post"/i.test(form))
    .map((form) => ({
      action: attributeOf(/^<form[^>]*>/.exec(form)![0], 'action') ?? path,
      controls: controlsOf(form),
      buttons: [...form.matchAll(/<button\b[^>]*>/g)].map(([tag]) => ({
        name: attributeOf(tag, 'name') ?? '',
        value: attributeOf(tag, 'value') ?? '',
      })),
    }));
}

/** Returns every named input, textarea and select. */
export function controlsOf(html: string): Control[] {
  const found = html.matchAll(
    /(<input\b[^>]*>)|(<textarea\b[^>]*>)([\s\S]*?)<\/textarea>|(<select\b[^>]*>)([\s\S]*?)<\/select>/g,
  );
  return [...found].flatMap(([, input, textarea, text, select, options]) => {
    const tag = (input ?? textarea ?? select)!;
    const name = attributeOf(tag, 'name');
    if (name === null) return [];
    const type = select ? 'select' : textarea ? 'textarea' : (attributeOf(tag, 'type') ?? 'text');
    const isHidden = attributeOf(tag, 'hidden') !== null;
    const value = input ? (attributeOf(input, 'value') ?? '') : textarea ? unescapeHtml(text!) : chosen(options!);
    const isDisabled = attributeOf(tag, 'disabled') !== null;
    return [{ name, type: isHidden ? 'hidden' : type, value: value.replace(/^\n/, ''), isDisabled }];
  });
}

function chosen(options: string): string {
  const tags = [...options.matchAll(/<option\b[^>]*>/g)].map(([tag]) => tag);
  const tag = tags.find((each) => attributeOf(each, 'selected') !== null) ?? tags[0] ?? '';
  return attributeOf(tag, 'value') ?? '';
}

/** Returns the intents a form can post; an empty one is the page's first. */
export function intentsOf({ controls, buttons }: PageForm): string[] {
  const hidden = controls.filter(({ name, type }) => name === 'intent' && type === 'hidden').map(({ value }) => value);
  const pressed = buttons.filter(({ name }) => name === 'intent').map(({ value }) => value);
  const all = [...hidden, ...pressed];
  return all.length > 0 ? [...new Set(all)] : [''];
}

/** Returns the path of the route table that a path matches: `/doc/:docId` for `/doc/c1?move`. */
export function routeOf(path: string): string {
  const [plain = ''] = path.split(/[?#]/);
  const match = (route: string) => new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`).test(plain);
  const routes = table().map((route) => route.path);
  return routes.find((route) => route === plain) ?? routes.find((route) => match(route)) ?? plain;
}
