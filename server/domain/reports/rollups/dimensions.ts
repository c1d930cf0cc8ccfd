import type { ChatFact, ReportDimension } from '../../../generated/prisma/client.ts'

/** A fact with the hour of the week at which its chat began, from 0 (Monday at midnight) to 167. */
export type CountedFact = ChatFact & { hour: number }

/** The values of each dimension that a chat is counted for. One of several operators or tags is counted for each. */
export const keysOf: Record<ReportDimension, (fact: CountedFact) => readonly string[]> = {
  ALL: () => [''],
  CHANNEL: ({ channelId }) => [channelId],
  DEPARTMENT: ({ departmentId }) => [departmentId ?? ''],
  OPERATOR: ({ operatorIds }) => orNone(operatorIds),
  TAG: ({ tagIds }) => orNone(tagIds),
  BOT: ({ botId }) => [botId ?? ''],
  COUNTRY: ({ country }) => [country ?? ''],
  PAGE: ({ page }) => [page ?? ''],
  HOUR: ({ hour }) => [String(hour)],
}

export const dimensions = Object.keys(keysOf) as ReportDimension[]

function orNone(ids: readonly string[]): readonly string[] {
  return ids.length > 0 ? ids : ['']
}
