import { expect, test } from 'vitest';
import { findUnknownVariables } from '#app/services/maintenance/doctor/unknown-variables.ts';

test('names one letter away from a variable and unknown ones of a family are found, others are not', () => {
  const given = {
    SMPT_URL: 'smtp://mail.example.com',
    REGISTRATON: 'closed',
    LIMIT_REQEUSTS: '9/10',
    LIMIT_EVERYTHING: '9/10',
    S3_KEY: 'x',
    OIDC_ISSUER: 'https://id.example.com',
    LIMIT_REQUESTS: '9/10',
    BACKUP_FOLDER: '',
    HOME: '/root',
    POST: '3000',
    LANG: 'C',
    PATH: '/bin',
  };
  expect(findUnknownVariables(given)).toEqual([
    { name: 'SMPT_URL', meant: 'SMTP_URL' },
    { name: 'REGISTRATON', meant: 'REGISTRATION' },
    { name: 'LIMIT_REQEUSTS', meant: 'LIMIT_REQUESTS' },
    { name: 'LIMIT_EVERYTHING', meant: null },
    { name: 'S3_KEY', meant: null },
  ]);
});
