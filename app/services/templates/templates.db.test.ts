import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { archiveDocument } from '#app/services/documents/archive-document.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { listChildren } from '#app/services/documents/list-children.ts';
import { openDocument } from '#app/services/documents/open-document.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { listFiles } from '#app/services/files/list-files.ts';
import { saveUpload } from '#app/services/files/save-upload.ts';
import { setMailSettings } from '#app/services/notifications/mail-choices.ts';
import { BUILT_IN } from '#app/services/templates/built-in.ts';
import { markTemplate, unmarkTemplate } from '#app/services/templates/mark-template.ts';
import { createFromTemplate, listTemplates, previewTemplate } from '#app/services/templates/templates.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { PNG } from '#tests/support/upload.ts';

const offered = async (actor: Awaited<ReturnType<typeof buildUser>>) =>
  (await listTemplates(actor, 'en')).filter(({ kind }) => kind !== 'arbor').map(({ title, kind }) => [title, kind]);

describeOnBoth('templates', () => {
  test('ten come along in both languages without a document; each renders and is filled in', async () => {
    const person = await buildUser();
    expect(BUILT_IN).toHaveLength(10);
    for (const language of ['en', 'zh'] as const) {
      const listed = await listTemplates(person, language);
      expect(listed.filter(({ kind }) => kind === 'arbor')).toHaveLength(10);
      for (const { id, title } of listed.filter(({ kind }) => kind === 'arbor')) {
        const preview = await previewTemplate(person, id, language);
        expect(preview.html, title).toContain('<h2');
        expect(preview.html + preview.title, title).not.toContain('{{');
      }
    }
    expect(await listChildren(person, null)).toEqual([]);
  });

  test('placeholders become the day of the person’s time zone, the person and the title, as plain text', async () => {
    stopClock(new Date('2026-03-04T23:30:00Z'));
    const person = { ...(await buildUser()), displayName: 'Ada *L*' };
    await setMailSettings(person, { timeZone: 'Asia/Shanghai' });
    const { id } = await buildDocument({
      owner: person,
      title: 'Log {{date}}',
      content: '{{Title}}: {{ person }} {{x}}',
    });
    await markTemplate(person, id, 'own');
    const made = await createFromTemplate(person, { templateId: id, title: '', parentId: null }, 'en');
    expect(await getDocument(person, made)).toMatchObject({
      title: 'Log March 5, 2026',
      content: 'Log March 5, 2026: Ada \\*L\\* {{x}}',
    });
    const named = await createFromTemplate(person, { templateId: id, title: 'a_b', parentId: null }, 'zh');
    expect((await getDocument(person, named)).content).toBe('a\\_b: Ada \\*L\\* {{x}}');
  });

  test('an owner offers to themselves, an administrator to everyone; nobody else, and archived ones not', async () => {
    const [owner, other] = [await buildUser(), await buildUser()];
    const admin = { ...(await buildUser()), role: 'ADMIN' as const };
    const mine = await buildDocument({ owner, title: 'Mine' });
    await buildShare({ owner, document: mine, to: other, permission: 'EDIT' });
    await buildShare({ owner, document: mine, to: admin, permission: 'EDIT' });
    await expect(markTemplate(other, mine.id, 'own')).rejects.toMatchObject({ error: 'documentAccessDenied' });
    await expect(markTemplate(admin, mine.id, 'everyone')).rejects.toMatchObject({ error: 'documentAccessDenied' });
    await expect(markTemplate(owner, mine.id, 'everyone')).rejects.toMatchObject({ error: 'permissionDenied' });
    await markTemplate(owner, mine.id, 'own');
    const ours = await buildDocument({ owner: admin, title: 'Ours', content: 'Our words' });
    await markTemplate(admin, ours.id, 'everyone');
    expect(await offered(owner)).toEqual([
      ['Mine', 'own'],
      ['Ours', 'everyone'],
    ]);
    expect(await offered(other)).toEqual([['Ours', 'everyone']]);
    await expect(previewTemplate(other, mine.id, 'en')).rejects.toMatchObject({ error: 'notFound' });
    expect((await previewTemplate(other, ours.id, 'en')).html).toContain('Our words');
    await expect(getDocument(other, ours.id)).rejects.toMatchObject({ error: 'documentNotFound' });
    const made = await createFromTemplate(other, { templateId: ours.id, title: '', parentId: null }, 'en');
    expect((await getDocument(other, made)).owner.email).toBe(other.email);
    await markTemplate(admin, ours.id, 'own');
    expect([await offered(other), (await openDocument(admin, ours.id)).template]).toEqual([[], 'own']);
    await archiveDocument(owner, mine.id);
    expect(await offered(owner)).toEqual([]);
    await unmarkTemplate(owner, mine.id);
    expect((await openDocument(owner, mine.id)).template).toBeNull();
  });

  test('a document from a template has its icon and copies of its files, and stands where it was asked for', async () => {
    const owner = await buildUser();
    const { id } = await buildDocument({ owner, title: 'With a picture' });
    const file = await saveUpload(owner, { fileName: 'a.png', ext: 'png', docId: id }, Readable.from([PNG]));
    const content = `![a](${file.downloadUrl})`;
    await updateDocument(owner, id, { content, icon: '🌱', autosave: false });
    await markTemplate(owner, id, 'own');
    const parent = await buildDocument({ owner, title: 'Above' });
    const made = await createFromTemplate(owner, { templateId: id, title: 'New', parentId: parent.id }, 'en');
    const [copy] = (await listFiles(owner, made)).files;
    expect(copy?.id).not.toBe(file.id);
    expect(await getDocument(owner, made)).toMatchObject({
      icon: '🌱',
      title: 'New',
      parentId: parent.id,
      content: `![a](${copy?.downloadUrl})`,
    });
    const reader = await buildUser();
    await buildShare({ owner, document: parent, to: reader });
    const use = { templateId: 'arbor-diary', title: '', parentId: parent.id };
    await expect(createFromTemplate(reader, use, 'en')).rejects.toMatchObject({ error: 'documentAccessDenied' });
  });
});
