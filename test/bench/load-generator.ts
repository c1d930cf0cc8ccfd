import { startChild } from './child.ts'
import type { Driven, DriveRequests } from './load/drive-requests.ts'
import type { Task } from './load/main.ts'
import type { MeasureBotAnswers } from './load/measure-bot-answers.ts'
import type { MeasureBotEvents } from './load/measure-bot-events.ts'
import type { MeasureCrmData } from './load/measure-crm-data.ts'
import type { CrowdTrips, MeasureCrowd } from './load/measure-crowd.ts'
import type { MeasureFanOut, OpenScreens } from './load/measure-fan-out.ts'
import type { MeasureReplies } from './load/measure-replies.ts'
import type { MeasureTrips } from './load/measure-trips.ts'
import type { MeasureWebhooks } from './load/measure-webhooks.ts'
import type { OpenWidgets, TellWidgets } from './load/measure-widgets.ts'

/** The other side of everything that is measured: visitors, screens, the client's server. */
export interface LoadGenerator {
  driveRequests(task: Omit<DriveRequests, 'kind'>): Promise<Driven>
  /** Milliseconds of each trip. */
  measureTrips(task: Omit<MeasureTrips, 'kind'>): Promise<number[]>
  /** The address of the client's server. */
  listenAsClient(): Promise<string>
  /** Milliseconds of each reply. */
  measureReplies(task: Omit<MeasureReplies, 'kind'>): Promise<number[]>
  /** The address of the bot. */
  listenAsBot(): Promise<string>
  /** CLIENT_MESSAGEs a second. */
  measureBotEvents(task: Omit<MeasureBotEvents, 'kind'>): Promise<number>
  /** Milliseconds of each way to the bot and back. */
  measureBotAnswers(task: Omit<MeasureBotAnswers, 'kind'>): Promise<number[]>
  /** The address of the CRM. */
  listenAsCrm(): Promise<string>
  /** Webhooks a second. */
  measureWebhooks(task: Omit<MeasureWebhooks, 'kind'>): Promise<number>
  /** Milliseconds of each accepted chat. */
  measureCrmData(task: Omit<MeasureCrmData, 'kind'>): Promise<number[]>
  openScreens(task: Omit<OpenScreens, 'kind'>): Promise<void>
  /** Deliveries a second. */
  measureFanOut(task: Omit<MeasureFanOut, 'kind'>): Promise<number>
  openWidgets(task: Omit<OpenWidgets, 'kind'>): Promise<void>
  /** Milliseconds of each. */
  tellWidgets(task: Omit<TellWidgets, 'kind'>): Promise<number[]>
  measureCrowd(task: Omit<MeasureCrowd, 'kind'>): Promise<CrowdTrips>
  stop(): Promise<void>
}

/** Starts the load generator as a process of its own; it does one task at a time. */
export function startLoadGenerator(): LoadGenerator {
  const child = startChild('load/main.ts')
  const ask = <Answer>(task: Task) => child.ask<Answer>(task)
  return {
    driveRequests: (task) => ask({ kind: 'drive-requests', ...task }),
    measureTrips: (task) => ask({ kind: 'measure-trips', ...task }),
    listenAsClient: () => ask({ kind: 'listen-as-client' }),
    measureReplies: (task) => ask({ kind: 'measure-replies', ...task }),
    listenAsBot: () => ask({ kind: 'listen-as-bot' }),
    measureBotEvents: (task) => ask({ kind: 'measure-bot-events', ...task }),
    measureBotAnswers: (task) => ask({ kind: 'measure-bot-answers', ...task }),
    listenAsCrm: () => ask({ kind: 'listen-as-crm' }),
    measureWebhooks: (task) => ask({ kind: 'measure-webhooks', ...task }),
    measureCrmData: (task) => ask({ kind: 'measure-crm-data', ...task }),
    openScreens: (task) => ask({ kind: 'open-screens', ...task }),
    measureFanOut: (task) => ask({ kind: 'measure-fan-out', ...task }),
    openWidgets: (task) => ask({ kind: 'open-widgets', ...task }),
    tellWidgets: (task) => ask({ kind: 'tell-widgets', ...task }),
    measureCrowd: (task) => ask({ kind: 'measure-crowd', ...task }),
    stop: child.stop,
  }
}
