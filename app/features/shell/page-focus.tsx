import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

const KEY = 'arbor-focus';

/**
 * Manages focus after an action. Focuses the new page's heading if the focused element is gone. A form that returns to
 * its own page keeps focus on its button. Announces the new page if focus stayed, for example in the tree or on a link
 * to the next part of a list.
 */
export function PageFocus() {
  const said = useFocusAfterLink();
  useFocusAfterForm();
  return (
    <p className="sr-only" aria-live="polite">
      {/* A new element, as the same text in the same one would not be read again. */}
      <span key={said.nth}>{said.title}</span>
    </p>
  );
}

const isNowhere = () => document.activeElement === null || document.activeElement === document.body;

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('main');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** A link that shows another part of the page. Links that keep the scroll position change what is beside it. */
const PART_LINK = 'a:not([data-keeps-scroll])';

/** Returns the title to announce and the number of announcements. */
function useFocusAfterLink(): { title: string; nth: number } {
  const [said, say] = useState({ title: '', nth: 0 });
  const { pathname, search } = useLocation();
  const before = useRef({ pathname, search });
  useEffect(() => {
    const last = before.current;
    if (last.pathname === pathname && last.search === search) return;
    before.current = { pathname, search };
    if (isNowhere()) focusHeading();
    else if (last.pathname !== pathname || document.activeElement?.matches(PART_LINK))
      say(({ nth }) => ({ title: document.title, nth: nth + 1 }));
  }, [pathname, search]);
  return said;
}

type Pressed = { path: string; form: string; button: string; fields: string; isOnly: boolean };

/** Remembers the pressed button for the next page, as forms reload the page. */
function useFocusAfterForm(): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!isDone.current) returnFocus();
    isDone.current = true;
    const onSubmit = ({ target, submitter, defaultPrevented }: SubmitEvent) => {
      if (defaultPrevented || !(target instanceof HTMLFormElement) || target.method !== 'post') return;
      remember(target, submitter);
    };
    document.addEventListener('submit', onSubmit);
    return () => document.removeEventListener('submit', onSubmit);
  }, []);
}

/** Names a button by what it posts. */
const nameOf = (button: Element | null) => `${button?.getAttribute('name')} ${button?.getAttribute('value')}`;

/** Returns the hidden fields of a form, which tell the forms of a list apart. */
const fieldsOf = (form: HTMLFormElement | null) =>
  [...(form?.querySelectorAll<HTMLInputElement>('input[type="hidden"]:not([name="csrf"])') ?? [])]
    .map(({ name, value }) => `${name}=${value}`)
    .join('&');

function buttonsLike(action: string, button: string): HTMLButtonElement[] {
  const forms = [...document.forms].filter((form) => (form.getAttribute('action') ?? '') === action);
  return forms.flatMap((form) => [...form.querySelectorAll('button')].filter((each) => nameOf(each) === button));
}

function remember(form: HTMLFormElement, submitter: HTMLElement | null): void {
  const action = form.getAttribute('action') ?? '';
  const button = nameOf(submitter);
  const isOnly = buttonsLike(action, button).length === 1;
  const pressed: Pressed = { path: location.pathname, form: action, button, fields: fieldsOf(form), isOnly };
  sessionStorage.setItem(KEY, JSON.stringify(pressed));
}

/** Returns the pressed button on the new page, never one of another row: Enter would press it. */
function findPressed({ path, form, button, fields, isOnly }: Pressed): HTMLButtonElement | undefined {
  if (path !== location.pathname) return undefined;
  const alike = buttonsLike(form, button);
  // Fields such as the version of a document change with what the form saved.
  return alike.find((each) => fieldsOf(each.form) === fields) ?? (isOnly && alike.length === 1 ? alike[0] : undefined);
}

function returnFocus(): void {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  // The error summary or the first field already has focus.
  if (!text || !isNowhere()) return;
  // Hydration came before the browser's autofocus.
  const first = document.querySelector<HTMLElement>('main [autofocus]');
  if (first) {
    first.focus();
    return;
  }
  // Hydration also came before the browser focused the element of the URL's fragment.
  const addressed = document.getElementById(location.hash.slice(1));
  if (addressed?.hasAttribute('tabindex')) {
    // Such as a reply to a resolved thread.
    addressed.closest('details')?.setAttribute('open', '');
    addressed.focus();
    return;
  }
  const same = findPressed(JSON.parse(text) as Pressed);
  if (same?.checkVisibility()) same.focus({ preventScroll: true });
  else focusHeading();
}
