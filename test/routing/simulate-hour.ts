import { type Candidate, chooseOperators, lastsTimes } from '../../server/domain/routing/choose-operators.ts'
import type { ChatRouting } from '../../server/generated/prisma/client.ts'

/** Chats of a visitor in an hour that is not real: seconds since it began. */
interface Visitor {
  arrives: number
  takes: number
  /** The number of the department that the chat is for. Without departments, all are for the same. */
  department: number
  answeredAt?: number
  /** Who is offered the chat until when, and when they press which button. */
  offers: { operator: Worker; until: number; acts: number; accepts: boolean }[]
  offeredTo: Map<Worker, number>
}

interface Worker extends Candidate {
  /** When their chats end. */
  busyUntil: number[]
  offers: number
  had: number
  most: number
}

export interface SimulatedHour {
  /** Seconds until a visitor is answered, shortest first. */
  waits: number[]
  /** Visitors whom nobody had answered two hours later. */
  unanswered: number
  /** The most that an operator had to answer and was offered at once. */
  most: number
  /** How many chats each operator had, fewest first. */
  shares: number[]
}

const VISITORS = 1_000
const OPERATORS = 30
const LIMIT = 4
const HOUR = 3_600
const OFFER_SECONDS = 30

/**
 * An hour with a thousand visitors and thirty operators, who answer at most four at once: a chat takes six minutes on
 * average, and of the offers most are accepted within some seconds, some are declined and some are overlooked. The same
 * hour for every routing. With EVERYONE, whoever is free and looks first takes the chat that has waited longest.
 * With departments, each operator belongs to one, and so does each chat.
 */
export function simulateHour(routing: ChatRouting, departments = 0): SimulatedHour {
  const random = createRandom(20_261_225)
  const visitors = Array.from({ length: VISITORS }, (_, index): Visitor => {
    const takes = 30 - 330 * Math.log(1 - random())
    const department = departments && index % departments
    return { arrives: random() * HOUR, takes, department, offers: [], offeredTo: new Map() }
  }).toSorted((a, b) => a.arrives - b.arrives)
  const workers = Array.from({ length: OPERATORS }, (_, index) => newWorker(index))
  const waiting: Visitor[] = []
  let next = 0
  for (let now = 0; now < 3 * HOUR && (next < VISITORS || waiting.length > 0); now++) {
    for (const worker of workers) worker.busyUntil = worker.busyUntil.filter((until) => until > now)
    for (; (visitors[next]?.arrives ?? Infinity) <= now; next++) waiting.push(visitors[next] as Visitor)
    for (const visitor of [...waiting]) {
      if (routing !== 'EVERYONE') offer(visitor, { routing, departments, now, workers, random })
      const taker = routing === 'EVERYONE' ? whoeverLooks(workers, random) : whoAccepts(visitor, now)
      if (!taker) continue
      take(visitor, taker, now)
      waiting.splice(waiting.indexOf(visitor), 1)
    }
  }
  const answered = visitors.filter(({ answeredAt }) => answeredAt !== undefined)
  return {
    waits: answered.map(({ answeredAt = 0, arrives }) => answeredAt - arrives).toSorted((a, b) => a - b),
    unanswered: VISITORS - answered.length,
    most: Math.max(...workers.map(({ most }) => most)),
    shares: workers.map(({ had }) => had).toSorted((a, b) => a - b),
  }
}

function newWorker(index: number): Worker {
  const counts = { chats: 0, offers: 0, had: 0, most: 0, timesOffered: 0 }
  return { userId: `${index}`, maxChats: LIMIT, offeredAt: null, busyUntil: [], ...counts }
}

interface Moment {
  routing: ChatRouting
  departments: number
  now: number
  workers: Worker[]
  random: () => number
}

function offer(visitor: Visitor, { routing, departments, now, workers, random }: Moment): void {
  for (const { operator } of visitor.offers.filter(({ until }) => until <= now)) operator.offers--
  visitor.offers = visitor.offers.filter(({ until }) => until > now)
  if (visitor.offers.length > 0) return
  const candidates = workers.map((worker) => {
    worker.chats = worker.busyUntil.length + worker.offers
    worker.timesOffered = visitor.offeredTo.get(worker) ?? 0
    worker.isInDepartment = departments > 0 && Number(worker.userId) % departments === visitor.department
    return worker
  })
  for (const chosen of chooseOperators({ routing }, candidates)) {
    const operator = chosen as Worker
    const acts = routing === 'ASSIGN' ? now : now + 2 + random() * 18
    const mood = routing === 'ASSIGN' ? 0 : random()
    // One in twenty is declined, one in ten is overlooked.
    const until = mood > 0.95 ? acts : now + OFFER_SECONDS * lastsTimes(chosen)
    visitor.offers.push({ operator, acts: mood > 0.85 ? Infinity : acts, accepts: mood <= 0.85, until })
    visitor.offeredTo.set(operator, operator.timesOffered + 1)
    operator.offeredAt = new Date(now * 1_000)
    operator.offers++
    operator.most = Math.max(operator.most, operator.busyUntil.length + operator.offers)
  }
}

function whoAccepts({ offers }: Visitor, now: number): Worker | undefined {
  return offers.find(({ accepts, acts }) => accepts && acts <= now)?.operator
}

/** Of those who are free, one looks at the list every twenty seconds; nobody is kept from taking more than they can answer. */
function whoeverLooks(workers: Worker[], random: () => number): Worker | undefined {
  return workers.find(() => random() < 1 / (20 * workers.length))
}

function take(visitor: Visitor, taker: Worker, now: number): void {
  for (const { operator } of visitor.offers) operator.offers--
  visitor.answeredAt = now
  taker.busyUntil.push(now + visitor.takes)
  taker.had++
  taker.most = Math.max(taker.most, taker.busyUntil.length + taker.offers)
}

/** Numbers between 0 and 1 that are the same each time (a linear congruential generator). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}
