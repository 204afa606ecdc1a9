import { createContext, useContext } from 'react';

const NameContext = createContext('Arbor');

export const InstallationNameProvider = NameContext.Provider;

/** Returns the name of the installation: `INSTALLATION_NAME`. */
export const useInstallationName = (): string => useContext(NameContext);
