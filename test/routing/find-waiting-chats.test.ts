import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseOperators } from '../../server/domain/routing/choose-operators.ts'
import { findCandidates } from '../../server/domain/routing/find-candidates.ts'
import { findWaitingChat, findWaitingChats } from '../../server/domain/routing/find-waiting-chats.ts'
import type { ChatRouting } from '../../server/generated/prisma/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { makeChats } from '../support/make-chats.ts'

/** Three queues of so many chats: no more of a queue are looked at. */
const OF_QUEUE = 20

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Numbers from 0 to 1 that look random, and are the same in each run. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const routings: ChatRouting[] = ['EVERYONE', 'LEAST_BUSY', 'ROUND_ROBIN', 'ASSIGN']

test.each(routings.flatMap((routing) => [1, 2, 3].map((seed) => [routing, seed] as const)))(
  'where the routing is %s, the chats that are looked at are those that somebody would be offered (%i)',
  async (routing, seed) => {
    const { db } = app.services
    const random = numbersFrom(seed)
    const oneIn = (count: number) => random() < 1 / count
    const desk = await openDesk(app, { operators: 5 })
    const people = desk.operators.map(({ user }) => user)
    const accountId = desk.account.id
    await db.channel.update({ where: { id: desk.channel.id }, data: { routing } })
    // Those of the first department have as many chats as they may.
    const busy = people.slice(1, 3)
    const departments = await Promise.all(
      [busy, people.filter(() => oneIn(2))].map((members, n) =>
        db.department.create({
          data: {
            accountId,
            number: n + 1,
            name: `Department ${n}`,
            members: { create: members.map(({ id: userId }) => ({ userId })) },
          },
        }),
      ),
    )
    const queues = [null, ...departments.map(({ id }) => id)]
    const chats = await makeChats(db, desk, OF_QUEUE * queues.length + people.length)
    for (const [n, person] of people.entries()) {
      const { id: userId } = person
      const isBusy = busy.includes(person)
      const hasLimit = isBusy || (person !== people.at(-1) && oneIn(2))
      await db.user.update({ where: { id: userId }, data: { maxChats: hasLimit ? 1 : null } })
      if (isBusy || oneIn(2)) await db.chatMember.create({ data: { chatId: chats[n]?.id ?? '', userId } })
    }
    const waiting = chats.slice(people.length)
    for (const [n, { id: chatId }] of waiting.entries()) {
      const named = oneIn(2) ? people[n % people.length] : undefined
      await db.chat.update({
        where: { id: chatId },
        data: {
          status: 'QUEUED',
          queuedAt: new Date(),
          departmentId: queues[n % queues.length] ?? null,
          notTakenAt: oneIn(4) ? new Date() : null,
          ...(named && { decision: { operatorId: named.id } }),
        },
      })
      for (const { id: userId } of people) {
        const left = new Date(Date.now() - 60_000)
        if (oneIn(8)) await db.chatMember.create({ data: { chatId, userId, leftAt: left } })
        if (oneIn(6)) {
          const offer = { accountId, chatId, fromUserId: userId, toUserId: userId, expiresAt: new Date() }
          const createdAt = new Date(left.getTime() + (oneIn(2) ? 1_000 : -1_000))
          await db.chatInvitation.create({
            data: { ...offer, kind: 'JOIN', state: 'DECLINED', routedBy: routing, createdAt },
          })
        }
      }
    }
    // One of them is not there.
    const round = { connected: new Set(people.slice(1).map(({ id }) => id)), closedHours: [] }

    const offered = await Promise.all(
      waiting.map(async ({ id }) => {
        const chat = await findWaitingChat(db, id, round)
        const chosen = chat ? chooseOperators(chat, await findCandidates(db, chat, round.connected)) : []
        return chosen.length > 0 ? [id] : []
      }),
    )
    const found = await findWaitingChats(db, accountId, round)
    expect(found.map(({ id }) => id).toSorted()).toEqual(offered.flat().toSorted())
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThan(waiting.length)
  },
)
