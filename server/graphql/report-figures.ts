import type { ContactCounts } from '../domain/reports/count-contacts.ts'
import type {
  ReportFigures as ReportFiguresShape,
  ReportTarget as ReportTargetShape,
  ReportTimes as ReportTimesShape,
} from '../domain/reports/report-figures.ts'
import type { FigureTime } from '../domain/reports/rollups/figures.ts'
import { builder } from './kit/builder.ts'

const ReportTimes = builder.objectRef<ReportTimesShape>('ReportTimes').implement({
  description: 'How long something took, in seconds, rounded down by less than two per cent.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'How many durations were measured.' }),
    median: t.exposeInt('median', {
      nullable: true,
      description: 'Half of them are not longer. Null when there are none.',
    }),
    p90: t.exposeInt('p90', {
      nullable: true,
      description: 'Nine of ten are not longer. Null when there are none.',
    }),
  }),
})

const ReportTarget = builder.objectRef<ReportTargetShape>('ReportTarget').implement({
  description: 'How many chats met a target, of those that had one.',
  fields: (t) => ({
    met: t.exposeInt('met', { description: 'The chats that met it.' }),
    missed: t.exposeInt('missed', { description: 'The chats that did not.' }),
  }),
})

export const ReportFigures = builder.objectRef<ReportFiguresShape>('ReportFigures').implement({
  description: 'What was counted of a number of closed chats.',
  fields: (t) => ({
    chats: t.exposeInt('chats', { description: 'The chats that were closed.' }),
    answered: t.exposeInt('answered', { description: 'Of them, those in which an operator wrote.' }),
    missed: t.exposeInt('missed', {
      description: 'Of them, those in which no operator wrote, although the visitor waited for one.',
    }),
    answeredByBot: t.exposeInt('answeredByBot', {
      description: 'Of them, those in which a bot answered, and nobody asked for an operator.',
    }),
    ratedPositive: t.exposeInt('ratedPositive', {
      description: 'Of them, those that were rated positively.',
    }),
    ratedNegative: t.exposeInt('ratedNegative', {
      description: 'Of them, those that were rated negatively.',
    }),
    transfers: t.exposeInt('transfers', {
      description: 'How often they were handed to a department, or to an operator who accepted.',
    }),
    chatsAtOnce: t.exposeFloat('chatsAtOnce', {
      nullable: true,
      description:
        'How many chats operators were in, on average, when they accepted one, including that one. Null when none was accepted.',
    }),
    firstReply: t.expose('firstReply', {
      type: ReportTimes,
      description:
        'How long visitors waited for the first reply of an operator: from their first message that nobody had answered, or from the handover by a bot.',
    }),
    firstReplyInHours: t.expose('firstReplyInHours', {
      type: ReportTimes,
      description: 'The same for chats that began within the business hours.',
    }),
    firstReplyOutOfHours: t.expose('firstReplyOutOfHours', {
      type: ReportTimes,
      description: 'The same for chats that began outside the business hours.',
    }),
    reply: t.expose('reply', {
      type: ReportTimes,
      description: 'The same for every reply of an operator to a visitor who waited, the first included.',
    }),
    handling: t.expose('handling', {
      type: ReportTimes,
      description: 'From the acceptance by an operator to the end of the chat.',
    }),
    firstReplyTarget: t.expose('firstReplyTarget', {
      type: ReportTarget,
      description: 'The target for the first reply.',
    }),
    closingTarget: t.expose('closingTarget', {
      type: ReportTarget,
      description: 'The target for closing a chat.',
    }),
  }),
})

/** What the fields that are asked for are made of. */
export function timesAskedFor(asked: ReadonlySet<string>): readonly FigureTime[] {
  const made: Record<string, readonly FigureTime[]> = {
    firstReply: ['firstReplyInHours', 'firstReplyOutOfHours'],
    firstReplyInHours: ['firstReplyInHours'],
    firstReplyOutOfHours: ['firstReplyOutOfHours'],
    reply: ['reply'],
    handling: ['handling'],
  }
  return Object.keys(made).flatMap((name) => (asked.has(name) ? (made[name] ?? []) : []))
}

export const ReportContacts = builder.objectRef<ContactCounts>('ReportContacts').implement({
  description:
    'Calls, offline messages and invitations, by the time they began. With a filter for something that they do not have, there are none.',
  fields: (t) => ({
    calls: t.exposeInt('calls', { description: 'Telephone calls.' }),
    answeredCalls: t.exposeInt('answeredCalls', {
      description: 'Of them, those in which the visitor was reached.',
    }),
    missedCalls: t.exposeInt('missedCalls', { description: 'Of them, those in which nobody was.' }),
    offlineMessages: t.exposeInt('offlineMessages', {
      description: 'Messages that visitors left while nobody was available.',
    }),
    answeredOfflineMessages: t.exposeInt('answeredOfflineMessages', {
      description: 'Of them, those that were answered.',
    }),
    invitations: t.exposeInt('invitations', {
      description: 'Invitations that operators showed to visitors on the websites.',
    }),
    acceptedInvitations: t.exposeInt('acceptedInvitations', {
      description: 'Of them, those that the visitor answered by writing.',
    }),
    dismissedInvitations: t.exposeInt('dismissedInvitations', {
      description: 'Of them, those that the visitor closed.',
    }),
    automaticInvitations: t.exposeInt('automaticInvitations', {
      description: 'Invitations that the triggers of the widgets showed.',
    }),
    answeredAutomaticInvitations: t.exposeInt('answeredAutomaticInvitations', {
      description: 'Of them, those that the visitor answered by writing.',
    }),
  }),
})
