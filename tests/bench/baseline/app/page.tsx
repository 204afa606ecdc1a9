import { useLoaderData } from 'react-router';
import { bodyHtml } from './body.server.ts';

const LINKS = Array.from({ length: 100 }, (_, index) => index + 1);

/** Common practice: the body is loader data, so the page contains it twice. */
export function loader() {
  return { title: 'A document', html: bodyHtml };
}

export default function Page() {
  const { title, html } = useLoaderData<typeof loader>();
  return (
    <>
      <title>{title}</title>
      <nav>
        <ul>
          {LINKS.map((link) => (
            <li key={link}>
              <a href={`/doc/${link}`}>Document {link}</a>
            </li>
          ))}
        </ul>
      </nav>
      <main>
        <h1>{title}</h1>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the bench's own text */}
        <div dangerouslySetInnerHTML={{ __html: html }} />
      </main>
    </>
  );
}
