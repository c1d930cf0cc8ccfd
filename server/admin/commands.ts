import { findAccount } from '../domain/accounts/find-account.ts'
import { listAccounts } from '../domain/accounts/list-accounts.ts'
import { openAccount } from '../domain/accounts/open-account.ts'
import { channelAddress } from '../domain/channels/channel-address.ts'
import { listChannels } from '../domain/channels/list-channels.ts'
import { acceptSecretKey } from '../domain/installation/accept-secret-key.ts'
import { checkSecretKey } from '../domain/installation/check-secret-key.ts'
import { describeRemedies } from '../domain/installation/describe-unreadable.ts'
import { createAdmin } from '../domain/operators/create-admin.ts'
import { listUsers } from '../domain/operators/list-users.ts'
import { roleOf } from '../domain/operators/role.ts'
import { setPassword } from '../domain/sessions/set-password.ts'
import type { Services } from '../services.ts'
import type { CommandOptions } from './command-line.ts'
import { moveAllFiles } from './move-files.ts'
import { readPassword } from './read-password.ts'
import { table } from './table.ts'

interface Command {
  /** `<required>`, `[optional]`, `[--option]`. */
  usage: string
  help: string
  /** Runs the command and returns what is to be printed; null for one that works without services. */
  run: ((services: Services, line: { values: string[]; options: CommandOptions }) => Promise<string>) | null
}

export type CommandName = keyof typeof commands

/** The commands for the person who runs an installation; they need no sign-in. */
export const commands = {
  'list-accounts': {
    usage: '',
    help: 'all accounts',
    run: async (services) =>
      table(
        ['ACCOUNT', 'ID', 'USERS', 'CHANNELS', 'CREATED'],
        (await listAccounts(services)).map((each) => [
          each.name,
          each.id,
          String(each.users),
          String(each.channels),
          each.createdAt.toISOString(),
        ]),
      ),
  },
  'list-users': {
    usage: '[account]',
    help: 'who can sign in; name the account by its id or name',
    run: async (services, { values }) =>
      table(
        ['E-MAIL', 'NAME', 'ROLE', 'ACCOUNT'],
        (await listUsers(services, { accountId: await accountIdOf(services, values[0]) })).map((each) => [
          each.email,
          each.name,
          each.deactivatedAt ? 'deactivated' : roleOf(each).toLowerCase(),
          each.account.name,
        ]),
      ),
  },
  'list-channels': {
    usage: '[account]',
    help: 'the channels and their addresses, which are secrets',
    run: async (services, { values }) =>
      table(
        ['ACCOUNT', 'CHANNEL', 'ADDRESS'],
        (await listChannels(services, { accountId: await accountIdOf(services, values[0]) })).map((each) => [
          each.account.name,
          each.name,
          each.chatApi
            ? (channelAddress(services.env, each, each.chatApi) ?? '(cannot be read with this SECRET_KEY)')
            : '',
        ]),
      ),
  },
  'create-account': {
    usage: '<name> <admin e-mail> [--name <admin name>] [--password-stdin]',
    help: 'create an account with its first admin',
    run: async (services, { values: [name = '', email = ''], options }) => {
      const { password, shown } = await readPassword(options)
      const adminName = options.name ?? 'Admin'
      const { account, admin } = await openAccount(services, { name, adminName, email, password })
      return `Account ${account.name} (${account.id}) has been created. Sign in as ${admin.email}${shown}.`
    },
  },
  'create-admin': {
    usage: '<account> <e-mail> [--name <name>] [--password-stdin]',
    help: 'create an admin of an account',
    run: async (services, { values: [named = '', email = ''], options }) => {
      const account = await findAccount(services, { named })
      const { password, shown } = await readPassword(options)
      const name = options.name ?? 'Admin'
      const user = await createAdmin(services, { accountId: account.id, name, email, password })
      return `${user.email} is now an admin of ${account.name}${shown}.`
    },
  },
  'reset-password': {
    usage: '<e-mail> [--end-tokens] [--password-stdin]',
    help: 'set a new password; ends every session and, with --end-tokens, the API tokens',
    run: async (services, { values: [email = ''], options }) => {
      const { password, shown } = await readPassword(options)
      const { endTokens } = options
      const reset = await setPassword(services, { email, password, endTokens })
      const ended = `${reset.sessions} sessions${endTokens ? ` and ${reset.tokens} API tokens` : ''} ended`
      const deactivated = reset.deactivated ? ' They are deactivated: an admin must reactivate them.' : ''
      return `${reset.email} has a new password${shown}; ${ended}.${deactivated}`
    },
  },
  migrate: {
    usage: '',
    help: 'apply the migrations of this version, as every start does',
    run: async () => 'The database has all migrations of this version.',
  },
  doctor: {
    usage: '[--json] [--mail <address>] [--outgoing <url>]',
    help: 'check the address, stores, disk, mail, key and deliveries, and say what to do',
    // It has to run where services cannot be created: admin/doctor.ts.
    run: null,
  },
  backup: {
    usage: '<folder> [--passphrase-file <file>] [--allow-missing-files]',
    help: 'back up the database, the files and the key into a new folder, while the server runs',
    // It must not migrate: admin/backup.ts.
    run: null,
  },
  restore: {
    usage: '<folder> [--verify] [--passphrase-file <file>]',
    help: 'restore a backup into an empty database or DATA_DIR; with --verify, only try it',
    // There is no database yet: admin/restore.ts.
    run: null,
  },
  'move-files': {
    usage: '',
    help: 'move all files to FILE_STORE_URL (or the folder) from FILE_STORE_BEFORE_URL, while the server runs',
    run: moveAllFiles,
  },
  'accept-secret-key': {
    usage: '',
    help: 'continue with this SECRET_KEY after the old one was lost',
    run: async ({ db, env }) => {
      const unreadable = await checkSecretKey(db, env.secretKey)
      if (unreadable.length === 0) return 'The key is already the right one. Nothing was changed.'
      await acceptSecretKey(db, env.secretKey)
      return `Switchboard now starts with this key. It cannot read what another key encrypted:\n${describeRemedies(unreadable)}`
    },
  },
} satisfies Record<string, Command>

async function accountIdOf(services: Services, named: string | undefined): Promise<string | null> {
  return named === undefined ? null : (await findAccount(services, { named })).id
}
