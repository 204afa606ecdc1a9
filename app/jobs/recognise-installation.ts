// Called at the start of each process.
export { recogniseInstallation } from '#app/services/maintenance/installation/recognise.ts';
