import { createContext, useContext } from 'react';
import { Logo } from '#app/ui/logo.tsx';

/** Addresses of the installation's logo by theme, and its width by its height. */
export type LogoPicture = { light: string; dark: string; ratio: number };

const LogoContext = createContext<LogoPicture | null>(null);

/** Provides the installation's logo; null for Arbor's. */
export const SiteLogoProvider = LogoContext.Provider;

const HEIGHT = 28;

/** Renders the installation's logo, else Arbor's. The name beside it is its text. */
export function SiteLogo() {
  const logo = useContext(LogoContext);
  if (!logo) return <Logo />;
  const { light, dark, ratio } = logo;
  const size = { width: Math.max(1, Math.round(HEIGHT * ratio)), height: HEIGHT };
  if (light === dark) return <img className="logo-picture" src={light} alt="" {...size} />;
  return (
    <>
      <img className="logo-picture in-light" src={light} alt="" {...size} />
      <img className="logo-picture in-dark" src={dark} alt="" {...size} />
    </>
  );
}
