/** The server calls services through jobs. */
export { hasAdministrator } from '#app/services/administration/administrators.ts';
