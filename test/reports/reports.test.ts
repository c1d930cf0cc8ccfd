import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rateChat } from '../../server/domain/chats/rate-chat.ts'
import { takeReadable } from '../../server/domain/reports/facts/take-readable.ts'
import { keepReports } from '../../server/domain/reports/keep-reports.ts'
import { MOST_ROWS } from '../../server/domain/reports/read-figures.ts'
import { pruneRetained } from '../../server/domain/retention/prune-retained.ts'
import { watchTargets } from '../../server/domain/targets/watch-targets.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { makeBot } from '../support/bots.ts'
import { type Desk, openDesk, type Person } from '../support/desk.ts'
import { makeChannel, makeUser, signedIn } from '../support/factories.ts'
import { type Data, globalId, graphqlAs, mutate } from '../support/graphql-client.ts'
import { makeChats } from '../support/make-chats.ts'
import { until } from '../support/until.ts'
import { addPastChat, countEverything, HOUR_MS, type PastChat } from './past-chats.ts'
import { readReportFile } from './report-file.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const TIMES = '{ count median p90 }'
const FIGURES = `{ chats answered missed answeredByBot ratedPositive ratedNegative transfers chatsAtOnce
  firstReply ${TIMES} firstReplyInHours ${TIMES} firstReplyOutOfHours ${TIMES} reply ${TIMES} handling ${TIMES}
  firstReplyTarget { met missed } closingTarget { met missed } }`
const COUNTS = `{ chats answered missed answeredByBot ratedPositive ratedNegative transfers chatsAtOnce
  firstReplyTarget { met missed } closingTarget { met missed } }`
const REPORT = `query ($from: String!, $to: String!, $filter: ReportFilter, $by: ReportDimension!) {
  report(from: $from, to: $to, filter: $filter, compare: true) {
    timeZone isIncomplete figures ${FIGURES} before ${FIGURES} periods { start figures ${FIGURES} before ${FIGURES} }
    rows(by: $by) { channel { id } department { id } operator { id } tag { id } bot { id } country page hour figures ${FIGURES} before ${FIGURES} }
    comments { id ratingComment }
    countedRows: rows(by: $by) { figures ${COUNTS} }
    countedPeriods: periods { figures ${COUNTS} }
  }
}`

const BEHIND = `query ($filter: ArchiveFilter) {
  archivedChats(filter: $filter, first: 100) { nodes { chat { id } } }
}`

async function report({ admin }: Pick<Desk, 'admin'>, variables: Record<string, unknown>): Promise<Data> {
  const { data, errors } = await admin.execute(REPORT, { by: 'CHANNEL', ...variables })
  expect(errors).toBeUndefined()
  const { rows, periods, countedRows, countedPeriods } = data.report
  // What is asked for without times is read in another way.
  expect(rows).toMatchObject(countedRows)
  expect(periods).toMatchObject(countedPeriods)
  return data.report
}

/** Of a list of times in seconds, as an article about statistics would calculate it. */
function timesOf(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const rank = (share: number) => sorted[Math.max(1, Math.ceil(sorted.length * share)) - 1] ?? null
  return { count: sorted.length, median: near(rank(0.5)), p90: near(rank(0.9)) }
}

/** Within the rounding. */
const near = (seconds: number | null) =>
  seconds === null ? null : expect.closeTo(seconds, -Math.log10(Math.max(1, seconds * 0.02) * 2))

describe('a report', () => {
  const chats: (PastChat & { id: string; rating: 'POSITIVE' | 'NEGATIVE' | null })[] = []
  let desk: Desk
  const channelIds: string[] = []
  const departmentIds: string[] = []
  const tagIds: string[] = []

  beforeAll(async () => {
    const { db } = app.services
    desk = await openDesk(app, { operators: 3 })
    const accountId = desk.account.id
    await db.businessHours.create({
      data: {
        accountId,
        timeZone: 'America/New_York',
        weekly: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'].map((day) => ({
          day,
          from: '09:00',
          to: '17:00',
        })),
      },
    })
    channelIds.push(desk.channel.id, (await makeChannel(app.services, { accountId })).id)
    for (const [index, name] of ['Sales', 'Service'].entries()) {
      departmentIds.push((await db.department.create({ data: { accountId, name, number: index + 1 } })).id)
      const tag = await db.tag.create({ data: { accountId, name, key: name.toLowerCase(), color: 'BLUE' } })
      tagIds.push(tag.id)
    }
    const { bot } = await makeBot(app.services, { accountId })
    // Chats over three months, on both sides of the change to summer time (2026-03-08), at all hours, two at a time.
    for (let index = 0; index < 60; index += 1) {
      const startedAt = new Date(
        Date.UTC(2026, 0, 20) + Math.floor(index / 2) * 74 * HOUR_MS + (index % 2) * 600_000,
      )
      const operator = desk.operators[Math.floor(index / 2) % 3]?.user.id ?? ''
      const wait = 7 + index * 13
      const accepted = { userId: operator, after: wait - 5 }
      const kinds: Pick<PastChat, 'said' | 'accepted'>[] = [
        {
          said: [
            [0, 'VISITOR'],
            [2, 'AUTOMATIC'],
            [wait, 'OPERATOR'],
            [wait + 5, 'OPERATOR'],
            [wait + 60, 'VISITOR'],
            [wait + 90, 'VISITOR'],
            [wait + 200 + index, 'OPERATOR'],
          ],
          accepted,
        },
        {
          said: [
            [0, 'VISITOR'],
            [1, 'BOT'],
            [20, 'VISITOR'],
            [21, 'BOT'],
          ],
        },
        {
          said: [
            [0, 'VISITOR'],
            [1, 'BOT'],
            [4, 'HANDED_OVER'],
            [4 + wait, 'OPERATOR'],
          ],
          accepted,
        },
        {
          said: [
            [0, 'VISITOR'],
            [3, 'AUTOMATIC'],
            [30, 'VISITOR'],
            [40, 'NOTE'],
          ],
        },
        {
          said: [
            [0, 'OPERATOR'],
            [wait, 'TRANSFERRED'],
            [wait + 10, 'VISITOR'],
            [wait + 40, 'OPERATOR'],
          ],
          accepted,
        },
      ]
      const chat: PastChat = {
        startedAt,
        lasts: 2_000 + index * 17,
        ...((kinds[index % 5] ?? kinds[0]) as Pick<PastChat, 'said' | 'accepted'>),
        channelId: channelIds[index % 2] ?? '',
        departmentId: index % 4 === 0 ? null : (departmentIds[index % 2] ?? null),
        tagIds: tagIds.slice(0, index % 3),
        botId: index % 5 === 1 || index % 5 === 2 ? bot.id : null,
        transfers: [true, false]
          .slice(0, index % 3)
          .map((isAccepted) => ({ toUserId: operator, isAccepted })),
        targets: index % 4 > 0 ? { firstReply: 200, closing: 2_500 } : null,
        country: index % 3 === 0 ? 'DE' : null,
        pageUrl: `https://shop.example/${index % 2 ? 'cart' : 'help'}?session=${index}#top`,
      }
      const id = await addPastChat(app.services, desk, chat)
      const rating = index % 7 === 0 ? 'POSITIVE' : index % 11 === 0 ? 'NEGATIVE' : null
      if (rating) {
        const { visitorId } = await db.chat.findUniqueOrThrow({ where: { id } })
        await rateChat(app.services, { accountId, visitorId, chatId: id, rating, comment: `No. ${index}` })
      }
      chats.push({ ...chat, id, rating })
    }
    await watchTargets(app.services, accountId)
    await countEverything(app.services, desk)
  })

  const zone = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', hourCycle: 'h23', ...options })
  const dayOf = (at: Date) => zone({ dateStyle: 'short' }).format(at)
  const closedAt = ({ startedAt, lasts }: PastChat) => new Date(startedAt.getTime() + lasts * 1000)
  const hourOf = (at: Date) => Number(zone({ hour: 'numeric' }).format(at))
  const weekdayOf = (at: Date) =>
    ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(
      new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', weekday: 'short' }).format(at),
    )
  const within = (from: string, to: string) =>
    chats.filter((chat) => dayOf(closedAt(chat)) >= from && dayOf(closedAt(chat)) <= to)

  /** How long the visitor waited for each reply, written down once more and differently. */
  function repliesIn({ said }: PastChat): number[] {
    return said.flatMap(([at, author], index) => {
      if (author !== 'OPERATOR') return []
      const isAnswer = (by: string) => by === 'OPERATOR' || by === 'BOT'
      const before = said.slice(0, index)
      const lastAnswer = before.findLastIndex(([, by]) => isAnswer(by))
      const [first] = before
        .slice(lastAnswer + 1)
        .filter(([, by]) => by === 'VISITOR' || by === 'HANDED_OVER')
      return first ? [at - first[0]] : []
    })
  }

  const transfersOf = ({ said, transfers = [] }: PastChat) =>
    said.filter(([, by]) => by === 'TRANSFERRED').length +
    transfers.filter(({ isAccepted }) => isAccepted).length

  /** In how many chats who accepted it was at that moment, this one included. */
  function chatsAtOnce({ startedAt, accepted }: PastChat): number {
    const joinedAt = (chat: PastChat) => chat.startedAt.getTime() + (chat.accepted?.after ?? 0) * 1000
    const at = startedAt.getTime() + (accepted?.after ?? 0) * 1000
    return chats.filter(
      (chat) =>
        chat.accepted?.userId === accepted?.userId && joinedAt(chat) <= at && closedAt(chat).getTime() > at,
    ).length
  }

  const isAnsweredOnTime = ({ said, targets }: PastChat) =>
    said.some(([after, by]) => by === 'OPERATOR' && after <= (targets?.firstReply ?? 0))
  const isClosedOnTime = ({ lasts, targets }: PastChat) => lasts <= (targets?.closing ?? 0)

  /** The figures of these chats, from what was said in them. */
  function expected(of: typeof chats) {
    const has = (author: string) => (chat: PastChat) => chat.said.some(([, by]) => by === author)
    const answered = of.filter(has('OPERATOR'))
    const byBot = of.filter((chat) => !has('OPERATOR')(chat) && has('BOT')(chat) && !has('HANDED_OVER')(chat))
    const inHours = ({ startedAt }: PastChat) =>
      weekdayOf(startedAt) < 5 && hourOf(startedAt) >= 9 && hourOf(startedAt) < 17
    const first = (list: typeof chats) => timesOf(list.flatMap((chat) => repliesIn(chat).slice(0, 1)))
    const accepted = of.filter((chat) => chat.accepted)
    const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
    const targeted = of.filter(({ targets }) => targets)
    const target = (isMet: (chat: PastChat) => boolean) => {
      const met = targeted.filter(isMet).length
      return { met, missed: targeted.length - met }
    }
    return {
      chats: of.length,
      answered: answered.length,
      missed: of.length - answered.length - byBot.length,
      answeredByBot: byBot.length,
      ratedPositive: of.filter(({ rating }) => rating === 'POSITIVE').length,
      ratedNegative: of.filter(({ rating }) => rating === 'NEGATIVE').length,
      transfers: sum(of.map(transfersOf)),
      chatsAtOnce: accepted.length > 0 ? sum(accepted.map(chatsAtOnce)) / accepted.length : null,
      firstReply: first(of),
      firstReplyInHours: first(of.filter(inHours)),
      firstReplyOutOfHours: first(of.filter((chat) => !inHours(chat))),
      reply: timesOf(of.flatMap(repliesIn)),
      handling: timesOf(accepted.map(({ lasts, accepted: by }) => lasts - (by?.after ?? 0))),
      firstReplyTarget: target(isAnsweredOnTime),
      closingTarget: target(isClosedOnTime),
    }
  }

  const WHOLE = { from: '2026-01-01', to: '2026-04-30' }
  const PART = { from: '2026-02-11', to: '2026-03-29' }

  test.each([WHOLE, PART])(
    'has every figure as it follows from what was said in the chats ($from to $to)',
    async (range) => {
      const { figures, timeZone } = await report(desk, range)
      expect(timeZone).toBe('America/New_York')
      expect(figures).toEqual(expected(within(range.from, range.to)))
      expect(figures.chats).toBeGreaterThan(20)
      expect(figures.chatsAtOnce).toBeGreaterThan(1)
      for (const { met, missed } of [figures.firstReplyTarget, figures.closingTarget])
        expect(Math.min(met, missed)).toBeGreaterThan(0)
    },
  )

  test('has them by day, by month, and of the time before', async () => {
    const { periods, before } = await report(desk, PART)
    expect(periods).toHaveLength(47)
    const earlier = (date: string, days: number) =>
      new Date(Date.parse(date) - days * 24 * HOUR_MS).toISOString().slice(0, 10)
    for (const { start, figures, before } of periods) {
      expect(figures, start).toEqual(expected(within(start, start)))
      const day = earlier(start, periods.length)
      expect(before, day).toEqual(expected(within(day, day)))
    }
    expect(before).toEqual(expected(within('2025-12-26', '2026-02-10')))
    const months = await report(desk, WHOLE)
    expect(months.periods.map(({ start }: Data) => start)).toEqual([
      '2026-01-01',
      '2026-02-01',
      '2026-03-01',
      '2026-04-01',
    ])
    for (const { start, figures } of months.periods)
      expect(figures, start).toEqual(expected(within(start, `${start.slice(0, 7)}-31`)))
    // Its 122 days begin in the middle of months of the time before.
    const later = await report(desk, { from: '2026-04-01', to: '2026-07-31' })
    const june = later.periods.find(({ start }: Data) => start === '2026-06-01')
    expect(june.before).toEqual(expected(within('2026-01-30', '2026-02-28')))
    expect(june.before.chats).toBeGreaterThan(0)
  })

  test('has them by every dimension, with and without a filter', async () => {
    const ids = (type: string, list: readonly string[]) =>
      list.length > 0 ? list.map((id) => globalId(type, id)) : [null]
    const keysOf: Record<string, (chat: PastChat) => (string | number | null)[]> = {
      CHANNEL: ({ channelId }) => ids('Channel', [channelId ?? '']),
      DEPARTMENT: ({ departmentId }) => ids('Department', departmentId ? [departmentId] : []),
      OPERATOR: ({ accepted }) => ids('Operator', accepted ? [accepted.userId] : []),
      TAG: (chat) => ids('Tag', chat.tagIds ?? []),
      BOT: ({ botId }) => ids('Bot', botId ? [botId] : []),
      COUNTRY: ({ country }) => [country ?? null],
      PAGE: ({ pageUrl }) => [pageUrl?.split('?')[0] ?? null],
      HOUR: ({ startedAt }) => [weekdayOf(startedAt) * 24 + hourOf(startedAt)],
    }
    const operatorId = desk.operators[0].user.id
    const filters: { filter: object | null; fits: (chat: PastChat) => boolean }[] = [
      { filter: null, fits: () => true },
      {
        filter: {
          channelId: globalId('Channel', channelIds[1] ?? ''),
          operatorId: globalId('Operator', operatorId),
        },
        fits: ({ channelId, accepted }) => channelId === channelIds[1] && accepted?.userId === operatorId,
      },
      {
        filter: { tagId: globalId('Tag', tagIds[1] ?? '') },
        fits: (chat) => chat.tagIds?.includes(tagIds[1] ?? '') ?? false,
      },
      { filter: { country: 'DE' }, fits: ({ country }) => country === 'DE' },
    ]
    for (const { filter, fits } of filters) {
      const counted = within(PART.from, PART.to).filter(fits)
      for (const [by, keys] of Object.entries(keysOf)) {
        const { rows, figures } = await report(desk, { ...PART, by, filter })
        expect(figures).toEqual(expected(counted))
        const values = [...new Set(counted.flatMap(keys))]
        expect(rows, by).toHaveLength(values.length)
        for (const value of values) {
          const row = rows.find(({ channel, department, operator, tag, bot, country, page, hour }: Data) => {
            const id = [channel, department, operator, tag, bot].find((each) => each)?.id
            return (id ?? country ?? page ?? hour) === value
          })
          const has = (chat: PastChat) => keys(chat).includes(value)
          expect(row?.figures, `${by} ${value}`).toEqual(expected(counted.filter(has)))
          const before = within('2025-12-26', '2026-02-10').filter(fits).filter(has)
          expect(row?.before ?? expected([]), `${by} ${value} before`).toEqual(expected(before))
        }
      }
    }
  })

  test('is, for a supervisor, about the chats of the channels that they see and no others', async () => {
    const { id } = await makeUser(app.services, { accountId: desk.account.id, role: 'SUPERVISOR' })
    const [theirs = '', another = ''] = channelIds.toReversed()
    await app.services.db.channelOperator.create({ data: { channelId: theirs, userId: id } })
    const { cookie } = await signedIn(app.services, id)
    const supervisor = { admin: { ...desk.admin, execute: graphqlAs(app.url, { cookie }) } }
    const counted = within(PART.from, PART.to).filter(({ channelId }) => channelId === theirs)
    const byChannel = await report(supervisor, PART)
    expect(byChannel.figures).toEqual(expected(counted))
    expect(byChannel.rows.map(({ channel }: Data) => channel.id)).toEqual([globalId('Channel', theirs)])
    for (const { start, figures } of byChannel.periods)
      expect(figures, start).toEqual(expected(counted.filter((chat) => dayOf(closedAt(chat)) === start)))
    expect(byChannel.comments).toHaveLength(counted.filter(({ rating }) => rating).length)
    const { rows } = await report(supervisor, { ...PART, by: 'TAG' })
    expect(rows.find(({ tag }: Data) => tag?.id === globalId('Tag', tagIds[0] ?? ''))?.figures).toEqual(
      expected(counted.filter((chat) => chat.tagIds?.includes(tagIds[0] ?? ''))),
    )
    const tagged = await report(supervisor, { ...PART, filter: { tagId: globalId('Tag', tagIds[0] ?? '') } })
    expect(tagged.figures).toEqual(expected(counted.filter((chat) => chat.tagIds?.includes(tagIds[0] ?? ''))))
    for (const [channelId, chats] of [
      [theirs, counted],
      [another, []],
    ] as const) {
      const filter = { channelId: globalId('Channel', channelId) }
      expect((await report(supervisor, { ...PART, filter })).figures).toEqual(expected([...chats]))
    }
  })

  test('rounds times down, so that a chat is among those that took as long as its own figure', async () => {
    const alone = await openDesk(app)
    const startedAt = new Date('2026-02-10T10:00:00Z')
    const accepted = { userId: alone.operators[0].user.id, after: 0 }
    await addPastChat(app.services, alone, {
      startedAt,
      said: [
        [0, 'VISITOR'],
        [1_234, 'OPERATOR'],
      ],
      lasts: 1_255,
      accepted,
    })
    await countEverything(app.services, alone)
    const { figures } = await report(alone, { from: '2026-02-10', to: '2026-02-10' })
    expect(figures.firstReply.median).toBe(1_220)
    const counted = { firstReplyFrom: figures.firstReply.p90, handlingFrom: figures.handling.median }
    const { data } = await alone.admin.execute(BEHIND, { filter: { counted } })
    expect(data.archivedChats.nodes).toHaveLength(1)
  })

  test('leads to the chats behind each figure', async () => {
    const behind = async (counted: object) => {
      const { data, errors } = await desk.admin.execute(BEHIND, { filter: { counted } })
      expect(errors).toBeUndefined()
      const found = new Set(data.archivedChats.nodes.map(({ chat }: Data) => chat.id))
      return chats.map(({ id }) => found.has(globalId('Chat', id)))
    }
    const firstReply = (chat: PastChat) => repliesIn(chat)[0] ?? -1
    const inHours = ({ startedAt }: PastChat) =>
      weekdayOf(startedAt) < 5 && hourOf(startedAt) >= 9 && hourOf(startedAt) < 17
    const startedAt = chats[0]?.startedAt ?? new Date()
    const hour = weekdayOf(startedAt) * 24 + hourOf(startedAt)
    const links: [object, (chat: PastChat) => boolean][] = [
      [{ hour }, ({ startedAt }) => weekdayOf(startedAt) * 24 + hourOf(startedAt) === hour],
      [{ inHours: true }, inHours],
      [{ inHours: false, firstReplyFrom: 300 }, (chat) => !inHours(chat) && firstReply(chat) >= 300],
      [{ replyFrom: 200 }, (chat) => repliesIn(chat).some((seconds) => seconds >= 200)],
      [{ handlingFrom: 2_100 }, ({ lasts, accepted }) => !!accepted && lasts - accepted.after >= 2_100],
      [{ transferred: true }, (chat) => transfersOf(chat) > 0],
      [{ country: 'DE' }, ({ country }) => country === 'DE'],
      [{ page: 'https://shop.example/cart' }, ({ pageUrl }) => pageUrl?.includes('/cart') ?? false],
      [{ without: 'OPERATOR' }, ({ accepted }) => !accepted],
      [{ without: 'DEPARTMENT' }, ({ departmentId }) => !departmentId],
      [{ without: 'TAG' }, ({ tagIds }) => !tagIds?.length],
      [{ without: 'BOT' }, ({ botId }) => !botId],
      [{ without: 'COUNTRY' }, ({ country }) => !country],
      [{ without: 'PAGE' }, ({ pageUrl }) => !pageUrl],
      [{ without: 'HOUR' }, () => false],
      [{ firstReplyOnTime: true }, (chat) => !!chat.targets && isAnsweredOnTime(chat)],
      [{ closedOnTime: false }, (chat) => !!chat.targets && !isClosedOnTime(chat)],
      [{ closedOnTime: false, botId: globalId('Bot', desk.account.id) }, () => false],
    ]
    for (const [counted, fits] of links)
      expect(await behind(counted), JSON.stringify(counted)).toEqual(chats.map(fits))
    const exported = await fetch(`${app.url}/archive/export?format=csv&hour=${hour}&inHours=true`, {
      headers: { cookie: desk.admin.cookie },
    })
    const lines = (await exported.text()).split('\r\n').filter((line) => /^.?\d+,/.test(line))
    const both = chats.filter((chat) => links.slice(0, 2).every(([, fits]) => fits(chat)))
    expect(lines).toHaveLength(both.length)
  })

  test('shows the comments of ratings, most recently closed first', async () => {
    const { comments } = await report(desk, PART)
    const rated = within(PART.from, PART.to).filter(({ rating }) => rating)
    expect(comments.map(({ ratingComment }: Data) => ratingComment)).toEqual(
      rated.map(({ id }) => `No. ${chats.findIndex((chat) => chat.id === id)}`).reverse(),
    )
  })

  test('shows those of the chats of a filter alone', async () => {
    const operatorId = desk.operators[0].user.id
    const botId = chats.find((chat) => chat.botId)?.botId ?? ''
    const filters: { filter: object; fits: (chat: PastChat) => boolean }[] = [
      {
        filter: { operatorId: globalId('Operator', operatorId) },
        fits: ({ accepted }) => accepted?.userId === operatorId,
      },
      {
        filter: { tagId: globalId('Tag', tagIds[0] ?? '') },
        fits: (chat) => chat.tagIds?.includes(tagIds[0] ?? '') ?? false,
      },
      { filter: { botId: globalId('Bot', botId) }, fits: (chat) => chat.botId === botId },
      { filter: { country: 'DE' }, fits: ({ country }) => country === 'DE' },
    ]
    for (const { filter, fits } of filters) {
      const { comments } = await report(desk, { ...PART, filter })
      const rated = within(PART.from, PART.to).filter((chat) => chat.rating && fits(chat))
      expect(rated.length, JSON.stringify(filter)).toBeGreaterThan(0)
      expect(comments.map(({ id }: Data) => id)).toEqual(
        rated.map(({ id }) => globalId('Chat', id)).reverse(),
      )
    }
  })

  test('has each rating in a file of its own, with nothing that a spreadsheet would run', async () => {
    const rated = within(PART.from, PART.to).filter(({ rating }) => rating)
    const [first] = rated
    const { db } = app.services
    const comment = (ratingComment: string) =>
      db.chat.update({ where: { id: first?.id ?? '' }, data: { ratingComment } })
    const { ratingComment: before, number } = await comment('=1+1')
    const lines = await readReportFile(app, desk.admin, { ...PART, by: 'RATINGS' })
    expect(lines.map(({ rating, closed_at }) => [rating, closed_at])).toEqual(
      rated.map((chat) => [chat.rating, closedAt(chat).toISOString()]).reverse(),
    )
    const channel = await db.channel.findUniqueOrThrow({ where: { id: first?.channelId ?? '' } })
    const operators = desk.operators.filter(({ user }) => user.id === first?.accepted?.userId)
    expect(lines.at(-1)).toMatchObject({
      chat: String(number),
      comment: "'=1+1",
      channel: channel.name,
      operators: operators.map(({ user }) => user.name).join(', '),
    })
    await comment(before ?? '')
    const filters: [string, string, (chat: PastChat) => boolean][] = [
      ['channelId', globalId('Channel', channelIds[1] ?? ''), (chat) => chat.channelId === channelIds[1]],
      ['tagId', globalId('Tag', tagIds[0] ?? ''), (chat) => chat.tagIds?.includes(tagIds[0] ?? '') === true],
      ['country', 'DE', (chat) => chat.country === 'DE'],
    ]
    for (const [name, value, fits] of filters)
      expect(
        await readReportFile(app, desk.admin, { ...PART, by: 'RATINGS', [name]: value }),
        name,
      ).toHaveLength(rated.filter(fits).length)
  })

  test('has the same figures in its file', async () => {
    const { figures } = await report(desk, PART)
    const column = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const cells = Object.entries<number | Data>(figures).flatMap(([name, figure]) => {
      if (typeof figure === 'number') return [[column(name), figure]]
      if ('met' in figure) return ['met', 'missed'].map((part) => [`${column(name)}_${part}`, figure[part]])
      return ['median', 'p90'].map((part) => [`${column(name)}_${part}_seconds`, figure[part]])
    })
    const [line] = await readReportFile(app, desk.admin, { ...PART, by: 'ALL' })
    expect(line).toMatchObject(Object.fromEntries(cells.map(([name, figure]) => [name, String(figure)])))
    expect(cells.length).toBeGreaterThan(20)
  })

  test('moves its days when the account moves to another time zone', async () => {
    const input = { timeZone: 'Asia/Tokyo' }
    const { userErrors } = await mutate(desk.admin.execute, 'updateBusinessHours', input)
    expect(userErrors).toEqual([])
    await countEverything(app.services, desk)
    const tokyo = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo', dateStyle: 'short' })
    const { periods, timeZone } = await report(desk, PART)
    expect(timeZone).toBe('Asia/Tokyo')
    for (const { start, figures } of periods)
      expect(figures.chats, start).toBe(chats.filter((chat) => tokyo.format(closedAt(chat)) === start).length)
  })
})

describe('what is counted', () => {
  const range = { from: '2026-02-01', to: '2026-02-28' }
  const figuresNow = async (desk: Desk): Promise<Data> => {
    await countEverything(app.services, desk)
    return (await report(desk, range)).figures
  }
  const chat = (): PastChat => ({
    startedAt: new Date('2026-02-10T10:00:00Z'),
    said: [
      [0, 'VISITOR'],
      [60, 'OPERATOR'],
    ],
    lasts: 600,
  })

  test('follows a rating and an erasure, and stays when the retention deletes the chat', async () => {
    const { db } = app.services
    const desk = await openDesk(app)
    const rated = await addPastChat(app.services, desk, chat())
    await addPastChat(app.services, desk, chat())
    expect(await figuresNow(desk)).toMatchObject({ chats: 2, ratedPositive: 0 })
    const { visitorId } = await db.chat.findUniqueOrThrow({ where: { id: rated } })
    await rateChat(app.services, { accountId: desk.account.id, visitorId, chatId: rated, rating: 'POSITIVE' })
    expect(await figuresNow(desk)).toMatchObject({ chats: 2, ratedPositive: 1 })
    const { userErrors } = await mutate(desk.admin.execute, 'eraseVisitor', {
      id: globalId('Visitor', visitorId),
    })
    expect(userErrors).toEqual([])
    expect(await figuresNow(desk)).toMatchObject({ chats: 1, ratedPositive: 0 })
    await db.account.update({ where: { id: desk.account.id }, data: { keepChatsDays: 1 } })
    await pruneRetained(app.services, { now: new Date(), timeIsUp: new AbortController().signal })
    expect(await db.chat.count({ where: { accountId: desk.account.id } })).toBe(0)
    expect(await figuresNow(desk)).toMatchObject({ chats: 1, answered: 1 })
  })

  test('is counted in steps that end in time, however long the chats are', async () => {
    const { db } = app.services
    const desk = await openDesk(app)
    const ids: string[] = []
    for (let index = 0; index < 6; index += 1) ids.push(await addPastChat(app.services, desk, chat()))
    await db.chat.updateMany({ where: { id: { in: ids } }, data: { lastSeq: 1_000_000 } })
    const unknown = randomUUID()
    expect(await db.$transaction((tx) => takeReadable(tx, [unknown, ...ids]))).toEqual([
      unknown,
      ...ids.slice(0, 4),
    ])
    expect(await figuresNow(desk)).toMatchObject({ chats: 6 })
  })

  test('has how long operators were online and away for which reason, within its days', async () => {
    const desk = await openDesk(app, { operators: 2 })
    const [dora, max] = desk.operators as [Person, Person]
    const at = (time: string) => new Date(`2026-02-${time}:00Z`)
    const spent = [
      [dora, true, null, '27T22:00', '28T01:00'],
      [dora, false, 'Lunch', '10T12:00', '10T13:00'],
      [dora, false, 'Lunch', '11T12:00', '11T12:30'],
      [dora, false, null, '12T12:00', '12T12:10'],
      [max, true, null, '28T23:00', '28T23:30'],
    ] as const
    await app.services.db.operatorPresence.createMany({
      data: spent.map(([{ user }, available, reason, from, to]) => ({
        accountId: desk.account.id,
        userId: user.id,
        available,
        reason,
        startedAt: at(from),
        seenAt: at(to),
        endedAt: at(to),
      })),
    })
    const ask = async (to: string, filter: object | null = null, { execute } = desk.admin) => {
      const query = `query ($to: String!, $filter: ReportFilter) { report(from: "2026-02-01", to: $to, filter: $filter) {
        presence { operator { id } onlineSeconds awaySeconds away { reason seconds } } } }`
      return (await execute(query, { to, filter })).data.report.presence
    }
    const of = ({ user }: Person) => ({ id: globalId('Operator', user.id) })
    const away = [
      { reason: 'Lunch', seconds: 5_400 },
      { reason: null, seconds: 600 },
    ]
    const doras = { operator: of(dora), onlineSeconds: 10_800, awaySeconds: 6_000, away }
    expect(await ask('2026-02-28')).toEqual([
      doras,
      { operator: of(max), onlineSeconds: 1_800, awaySeconds: 0, away: [] },
    ])
    expect(await ask('2026-02-27')).toEqual([{ ...doras, onlineSeconds: 7_200 }])
    expect(await ask('2026-02-28', { operatorId: of(max).id })).toHaveLength(1)
    expect(await ask('2026-02-28', { country: 'DE' })).toEqual([])
    const { db } = app.services
    const { id: userId } = await makeUser(app.services, { accountId: desk.account.id, role: 'SUPERVISOR' })
    const enter = async () => ({
      ...desk.admin,
      execute: graphqlAs(app.url, { cookie: (await signedIn(app.services, userId)).cookie }),
    })
    expect(await ask('2026-02-28', null, await enter())).toEqual([])
    await db.channelOperator.create({ data: { channelId: desk.channel.id, userId } })
    expect(await ask('2026-02-28', null, await enter())).toHaveLength(2)
    const there = { accountId: desk.account.id, userId: max.user.id, available: true, seenAt: new Date() }
    await db.operatorPresence.create({ data: { ...there, startedAt: new Date(Date.now() - HOUR_MS) } })
    const onlineIn = async (from: string, to: string): Promise<number[]> => {
      const query = `query ($from: String!, $to: String!) { report(from: $from, to: $to) { presence { onlineSeconds } } }`
      const { data } = await desk.admin.execute(query, { from, to })
      return data.report.presence.map(({ onlineSeconds }: Data) => onlineSeconds)
    }
    const day = (from: number) => new Date(Date.now() + from * 24 * HOUR_MS).toISOString().slice(0, 10)
    const [seconds] = await onlineIn(day(-1), day(1))
    expect(seconds).toBeGreaterThanOrEqual(3_600)
    expect(seconds).toBeLessThan(7_200)
    expect(await onlineIn('2090-01-01', '2090-01-02')).toEqual([])
  })

  test('of more than five hundred operators, the previous period of one who is shown is the true one', async () => {
    const { db } = app.services
    const { account, admin } = await openDesk(app)
    const people = await db.user.createManyAndReturn({
      data: Array.from({ length: MOST_ROWS + 1 }, (_, n) => ({
        ...{ accountId: account.id, name: `Operator ${n}`, role: 'OPERATOR' as const, passwordHash: '' },
        email: `${randomUUID()}@example.com`,
      })),
    })
    const times = people.flatMap(({ id: userId }, n) => {
      // The last one was there for the shortest time before, and is the only one since.
      const was = { userId, from: '2026-03-01T10:00Z', minutes: n === MOST_ROWS ? 1 : 60 }
      return n === MOST_ROWS ? [was, { ...was, from: '2026-03-02T10:00Z' }] : [was]
    })
    await db.operatorPresence.createMany({
      data: times.map(({ userId, from, minutes }) => {
        const [startedAt, endedAt] = [new Date(from), new Date(Date.parse(from) + minutes * 60_000)]
        return { accountId: account.id, userId, available: true, startedAt, seenAt: endedAt, endedAt }
      }),
    })
    const query = `{ report(from: "2026-03-02", to: "2026-03-02", compare: true) {
      presence { onlineSeconds onlineSecondsBefore } } }`
    const { data } = await admin.execute(query)
    expect(data.report.presence).toEqual([{ onlineSeconds: 60, onlineSecondsBefore: 60 }])
  })

  test('of more than five hundred pages, the previous period of one that is shown is the true one', async () => {
    const { db } = app.services
    const desk = await openDesk(app)
    // The last one is the last of equals before, and the only one since.
    const before = Array.from({ length: MOST_ROWS + 1 }, (_, n) => ({ page: 1_000 + n, day: 1 + (n % 3) }))
    const pages = [...before, { page: 1_000 + MOST_ROWS, day: 4 }]
    const chats = await makeChats(db, desk, pages.length)
    await db.$executeRaw`
      UPDATE "Visitor" v SET "pageUrl" = 'https://shop.example/' || page
      FROM unnest(${chats.map(({ visitorId }) => visitorId)}::uuid[], ${pages.map(({ page }) => page)}::int[]) AS at(id, page)
      WHERE v.id = at.id`
    await db.$executeRaw`
      UPDATE "Chat" c SET status = 'CLOSED', "closedAt" = '2026-03-01T10:00Z'::timestamptz + day * interval '1 day'
      FROM unnest(${chats.map(({ id }) => id)}::uuid[], ${pages.map(({ day }) => day)}::int[]) AS at(id, day)
      WHERE c.id = at.id`
    await countEverything(app.services, desk)
    const query = `{ report(from: "2026-03-05", to: "2026-03-07", compare: true) {
      rows(by: PAGE) { page figures { chats } before { chats } } } }`
    const { data } = await desk.admin.execute(query)
    expect(data.report.rows).toEqual([
      { page: 'https://shop.example/1500', figures: { chats: 1 }, before: { chats: 1 } },
    ])
  })

  test('counts the days that an earlier version has summed up, and packs them', async () => {
    const { db } = app.services
    const desk = await openDesk(app)
    await addPastChat(app.services, desk, { ...chat(), pageUrl: 'https://shop.example/' })
    await countEverything(app.services, desk)
    const where = { accountId: desk.account.id, dimension: 'ALL', span: 'DAY' } as const
    await db.reportRollup.updateMany({ where, data: { facts: null } })
    // That version sums up by page as well, and still reads this during an upgrade.
    const [day] = await db.reportRollup.findMany({ where })
    const ofPage = { ...where, start: day?.start ?? new Date(), dimension: 'PAGE', key: '/' } as const
    await db.reportRollup.create({ data: { ...ofPage, figures: { chats: 1 } } })
    const [row] = (await report(desk, { ...range, by: 'PAGE' })).rows
    expect(row).toMatchObject({ page: 'https://shop.example/', figures: { chats: 1 } })
    await until(async () => {
      await keepReports(app.services)
      const { facts } = await db.reportRollup.findFirstOrThrow({ where })
      if (!facts) throw new Error('The day is not packed yet.')
    })
    expect((await report(desk, { ...range, by: 'PAGE' })).rows).toEqual([row])
    expect(await db.reportRollup.count({ where: ofPage })).toBe(1)
  })

  test('leads from an hour that the clock repeats to the chats that began in both', async () => {
    const desk = await openDesk(app)
    await app.services.db.businessHours.create({
      data: { accountId: desk.account.id, timeZone: 'America/New_York', weekly: [] },
    })
    const begin = async (time: string) =>
      globalId('Chat', await addPastChat(app.services, desk, { ...chat(), startedAt: new Date(time) }))
    await begin('2025-11-02T04:30:00Z')
    const both = [await begin('2025-11-02T05:00:00Z'), await begin('2025-11-02T06:59:59Z')]
    const weekLater = await begin('2025-11-09T06:30:00Z')
    await begin('2025-11-02T07:00:00Z')
    await countEverything(app.services, desk)
    const filter = { counted: { hour: 6 * 24 + 1 } }
    const { data } = await desk.admin.execute(BEHIND, { filter })
    expect(data.archivedChats.nodes.map(({ chat }: Data) => chat.id)).toEqual([
      weekLater,
      ...both.toReversed(),
    ])
    const until = { closedAt: { until: '2025-11-03T00:00:00Z' } }
    const earlier = await desk.admin.execute(BEHIND, { filter: { ...filter, ...until } })
    expect(earlier.data.archivedChats.nodes).toHaveLength(2)
  })

  test('includes chats from before there were facts', async () => {
    const { db } = app.services
    const desk = await openDesk(app)
    const id = await addPastChat(app.services, desk, chat())
    await db.staleChatFact.deleteMany({ where: { chatId: id } })
    const before = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
    await db.chatFactBackfill.upsert({
      where: { id: 1 },
      create: { beforeChatId: before },
      update: { beforeChatId: before },
    })
    await countEverything(app.services, desk)
    expect((await figuresNow(desk)).chats).toBe(1)
  })

  test('is in UTC for an account whose time zone nobody knows, and keeps no other from being counted', async () => {
    const { db } = app.services
    const weekly = [{ day: 'TUESDAY', from: '09:00', to: '17:00' }]
    const desk = await openDesk(app)
    // Node.js knows the first one, and PostgreSQL the second one.
    for (const timeZone of ['US/Pacific-New', 'PST']) {
      const { account, channel } = await openDesk(app)
      await db.businessHours.create({ data: { accountId: account.id, timeZone, weekly } })
      await addPastChat(app.services, { ...desk, account, channel }, chat())
    }
    await addPastChat(app.services, desk, chat())
    expect((await figuresNow(desk)).chats).toBe(1)
    await db.businessHours.create({
      data: { accountId: desk.account.id, timeZone: 'US/Pacific-New', weekly },
    })
    await addPastChat(app.services, desk, chat())
    expect((await figuresNow(desk)).chats).toBe(2)
    expect((await report(desk, range)).timeZone).toBe('UTC')
  })

  test('is not for operators, and refuses what is no range', async () => {
    const desk = await openDesk(app)
    const ask = (execute: Desk['admin']['execute'], from: string, to: string) =>
      execute('query ($from: String!, $to: String!) { report(from: $from, to: $to) { from } }', { from, to })
    const refused = await ask(desk.operators[0].execute, '2026-01-01', '2026-01-31')
    expect(refused.data?.report).toBeNull()
    expect(refused.errors).toHaveLength(1)
    for (const [from, to] of [
      ['2026-02-01', '2026-01-31'],
      ['2026-02-30', '2026-03-31'],
      ['2020-01-01', '2026-01-01'],
      ['yesterday', '2026-01-01'],
      ['0000-01-01', '0000-01-31'],
    ] as const) {
      const { data, errors } = await ask(desk.admin.execute, from, to)
      expect(data?.report, `${from} ${to}`).toBeNull()
      expect(errors?.[0]?.extensions?.code).toBe('BAD_REQUEST')
    }
  })
})
