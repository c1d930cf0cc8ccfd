import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What locks a row without a helper, because it needs a statement of its own. */
const STATEMENTS = [
  // They find rows and change or delete them in one statement.
  'domain/bots/incoming/append-answered-replies.ts',
  'domain/bots/incoming/append-bot-reply.ts',
  'domain/chats/close-orphans.ts',
  'domain/messages/append-entries.ts',
  'domain/messages/send-to-own-chat.ts',
  'domain/retention/prune-retained.ts',
  'domain/visits/clear-history.ts',
  'domain/visits/reading/mark-reached.ts',
  // They check a password, or an address, of somebody who has not signed in.
  'domain/sessions/create-password-reset.ts',
  'domain/sessions/sign-in.ts',
]

test('people, departments, channels, visitors, chats and accounts are locked by the helpers for them', () => {
  const root = new URL('../../server/', import.meta.url)
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const locking = paths.filter((path) => {
    if (!path.endsWith('.ts') || path.startsWith('generated')) return false
    const source = readFileSync(new URL(path, root), 'utf8')
    const statements = source.match(/`[^`]*\bFOR (NO KEY UPDATE|UPDATE|KEY SHARE|SHARE)\b[^`]*`/g) ?? []
    return statements.some((text) => /"(User|Department|Channel|Visitor|Chat|Account)"/.test(text))
  })
  const others = locking.filter((path) => !/\/lock-[a-z-]+\.ts$/.test(path))
  expect(others.toSorted()).toEqual(STATEMENTS.toSorted())
})
