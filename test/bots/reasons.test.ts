import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { routeChats } from '../../server/domain/routing/route-chats.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { until } from '../support/until.ts'
import {
  type BotCast,
  type BotStage,
  castBot,
  eventsOf,
  openStage,
  post,
  readChat,
  write,
} from './support.ts'

let stage: BotStage
let cast: BotCast

beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())
beforeEach(async () => {
  stage.bot.answer({ body: { result: 'ok' } })
  cast = await castBot(stage)
})

/** The visitor writes, and the bot asks for an operator; the notice that tells the operators so. */
async function invite(more: object) {
  await write(stage, cast)
  const { number: chat_id } = await readChat(stage, cast)
  expect(await post(cast.inbound, { event: 'INVITE_AGENT', chat_id, ...more })).toMatchObject({ status: 200 })
  const chat = await readChat(stage, cast)
  expect(chat.status).toBe('QUEUED')
  return chat.messages.at(-1)?.notice as { kind: string; text: string; reason?: string }
}

test('the reason that a bot gives decides by a rule which department gets the chat; operators read it, nobody else', async () => {
  const { id: departmentId } = await stage.services.db.department.create({
    data: { accountId: cast.accountId, number: 1, name: 'Refunds' },
  })
  const { userErrors } = await mutate(cast.asAdmin, 'updateRoutingSettings', {
    rules: [
      {
        name: 'Money back',
        conditions: [{ field: 'BOT_REASON', comparison: 'CONTAINS', value: 'refund' }],
        departmentId: globalId('Department', departmentId),
      },
    ],
  })
  expect(userErrors).toEqual([])
  const reason = 'The visitor wants a refund.'
  await invite({ reason })
  await routeChats(stage.services)
  const chat = await readChat(stage, cast)
  expect(chat).toMatchObject({ departmentId, decision: { rule: 'Money back' } })

  const { data } = await cast.asAdmin(
    `query ($id: ID!) { node(id: $id) { ... on Chat { messages(last: 10) { nodes { notice { kind text reason } } } } } }`,
    { id: globalId('Chat', chat.id) },
  )
  expect(data.node.messages.nodes).toContainEqual({
    notice: {
      kind: 'BOT_HANDED_OVER',
      text: `${cast.bot.name} asks for an operator, but nobody is online. It continues until somebody accepts.`,
      reason,
    },
  })
  await until(() => expect(eventsOf(stage, cast).at(-1)?.event).toBe('AGENT_UNAVAILABLE'))
  expect(JSON.stringify(eventsOf(stage, cast))).not.toContain(reason)
})

test.each<[string, unknown, string | undefined]>([
  ['none', undefined, undefined],
  ['null', null, undefined],
  ['a boolean', true, undefined],
  ['an object', { text: 'a refund' }, undefined],
  ['a list', ['a refund'], undefined],
  ['a blank text', ' \n\u0000', undefined],
  ['a number', 404, '404'],
  ['NUL and half of a character', ' a\u0000b \ud83d ', 'ab \ufffd'],
  ['a text that is too long', '👍'.repeat(4001), '👍'.repeat(4000)],
])('an invitation with an odd reason is one all the same: %s', async (_name, reason, kept) => {
  const notice = await invite({ reason })
  expect(notice.kind).toBe('BOT_HANDED_OVER')
  expect(notice.reason).toBe(kept)
})
