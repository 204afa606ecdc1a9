import { AppError } from '#app/errors.ts';
import { EVERYONE, EVERYONE_ID, groupName } from '#app/schemas/groups.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { createGroup, deleteGroup, renameGroup } from '#app/services/groups/change-group.ts';
import { addKeeper, addMember, removeKeeper, removeMember } from '#app/services/groups/change-members.ts';
import { groupKey } from '#app/services/groups/follow-claims.ts';
import { type GroupDetail, type GroupEntry, getGroup, listGroups } from '#app/services/groups/list-groups.ts';
import { NotFoundError } from '#cli/exit.ts';
import { requireConfirmation } from '#cli/output/confirm.ts';
import { type Format, printRows } from '#cli/output/rows.ts';
import { terminal, withServices } from '#cli/with-services.ts';
import { inTransaction } from '#db/connection.ts';

type Options = { format: Format; yes?: boolean; keeper?: boolean };

export async function groupListCommand({ format }: Options): Promise<void> {
  const { t, say } = terminal();
  const groups = await withServices(() => listGroups(OPERATOR));
  printGroups(groups, format);
  say(t('cli.group.listed', { count: groups.length }));
}

export async function groupShowCommand(name: string, { format }: Options): Promise<void> {
  const { t, say } = terminal();
  const detail = await withServices(async () => getGroup(OPERATOR, (await requireNamed(name)).id));
  printPeople(detail, format);
  say(t('cli.group.shown', { name: detail.name, count: detail.memberCount }));
}

export async function groupCreateCommand(name: string, { format }: Options): Promise<void> {
  const { t, say } = terminal();
  const given = parseName(name);
  const group = await withServices(async () => findById(await createGroup(OPERATOR, given)));
  printGroups([group], format);
  say(t('cli.group.created', { name: group.name }));
}

export async function groupRenameCommand(name: string, newName: string, { format }: Options): Promise<void> {
  const { t, say } = terminal();
  const given = parseName(newName);
  const group = await withServices(async () => {
    const { id } = await requireNamed(name);
    await renameGroup(OPERATOR, id, given);
    return findById(id);
  });
  printGroups([group], format);
  say(t('cli.group.renamed', { name: group.name }));
}

export async function groupDeleteCommand(name: string, { yes, format }: Options): Promise<void> {
  const { t, say } = terminal();
  const group = await withServices(async () => {
    const found = await requireNamed(name);
    const values = { name: found.name, count: found.memberCount };
    await requireConfirmation(t('cli.group.deleteQuestion', values), { yes, t });
    await deleteGroup(OPERATOR, found.id);
    return found;
  });
  printGroups([group], format);
  say(t('cli.group.deleted', { name: group.name }));
}

export const groupAddCommand = changeCommand({ member: addMember, keeper: addKeeper }, 'added');
export const groupRemoveCommand = changeCommand({ member: removeMember, keeper: removeKeeper }, 'removed');

type Change = typeof addMember;

/** Builds a command that changes several people, all of them or none. */
function changeCommand(change: { member: Change; keeper: Change }, done: 'added' | 'removed') {
  return async (name: string, emails: string[], { keeper = false, format }: Options): Promise<void> => {
    const { t, say } = terminal();
    const people = [...new Set(emails.map((email) => email.trim().toLowerCase()))];
    const detail = await withServices(() =>
      inTransaction(async () => {
        const { id } = await requireNamed(name);
        for (const person of people) await apply(keeper ? change.keeper : change.member, id, person);
        return getGroup(OPERATOR, id);
      }),
    );
    printPeople(detail, format);
    const values = { name: detail.name, count: people.length };
    say(keeper ? t(`cli.group.keepers.${done}`, values) : t(`cli.group.members.${done}`, values));
  };
}

async function apply(change: Change, groupId: string, email: string): Promise<void> {
  try {
    await change(OPERATOR, groupId, { email });
  } catch (error) {
    if (!(error instanceof AppError) || error.error !== 'userNotFound') throw error;
    throw new NotFoundError(terminal().t('validation.user.unknown', { names: email }));
  }
}

function parseName(name: string): string {
  const parsed = groupName.safeParse({ name });
  if (parsed.success) return parsed.data.name;
  throw new AppError('validationFailed', { fields: { name: [{ key: parsed.error.issues[0]!.message }] } });
}

/** Finds a group by name, whatever its case, or by id. Throws NotFoundError. */
export async function requireNamed(name: string): Promise<GroupEntry> {
  const groups = await listGroups(OPERATOR);
  const wanted = name === EVERYONE ? EVERYONE_ID : name;
  const found = groups.find((group) => group.id === wanted || groupKey(group.name) === groupKey(wanted));
  if (!found) throw new NotFoundError(terminal().t('cli.group.unknown', { name }));
  return found;
}

async function findById(id: string): Promise<GroupEntry> {
  return (await listGroups(OPERATOR)).find((group) => group.id === id)!;
}

function printGroups(groups: GroupEntry[], format: Format): void {
  const { t } = terminal();
  const readable = ({ name, isBuiltIn, memberCount, createdAt, id }: GroupEntry) => ({
    [t('admin.users.name')]: isBuiltIn ? t('groups.everyone') : name,
    [t('cli.group.columns.members')]: memberCount,
    [t('cli.group.columns.created')]: isBuiltIn ? '' : createdAt.slice(0, 10),
    [t('cli.columns.id')]: id,
  });
  printRows(format === 'table' ? groups.map(readable) : groups, format);
}

function printPeople({ members, keepers }: GroupDetail, format: Format): void {
  const { t } = terminal();
  const isKeeper = new Set(keepers.map(({ userId }) => userId));
  const isMember = new Set(members.map(({ userId }) => userId));
  const people = [...members, ...keepers.filter(({ userId }) => !isMember.has(userId))].map((person) => ({
    ...person,
    isMember: isMember.has(person.userId),
    isKeeper: isKeeper.has(person.userId),
  }));
  const yes = (is: boolean) => (is ? t('cli.group.yes') : '');
  const readable = (person: (typeof people)[number]) => ({
    [t('admin.users.email')]: person.email,
    [t('admin.users.name')]: person.displayName ?? '',
    [t('cli.group.columns.member')]: yes(person.isMember),
    [t('cli.group.columns.keeper')]: yes(person.isKeeper),
  });
  printRows(format === 'table' ? people.map(readable) : people, format);
}
