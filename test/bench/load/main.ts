import { answerParent } from '../child.ts'
import { type ListenAsBot, listenAsBot } from './bot.ts'
import { type ListenAsClient, listenAsClient } from './client-server.ts'
import { type ListenAsCrm, listenAsCrm } from './crm.ts'
import { type DriveRequests, driveRequests } from './drive-requests.ts'
import { type MeasureBotAnswers, measureBotAnswers } from './measure-bot-answers.ts'
import { type MeasureBotEvents, measureBotEvents } from './measure-bot-events.ts'
import { type MeasureCrmData, measureCrmData } from './measure-crm-data.ts'
import { type MeasureCrowd, measureCrowd } from './measure-crowd.ts'
import { type MeasureFanOut, measureFanOut, type OpenScreens, openScreens } from './measure-fan-out.ts'
import { type MeasureReplies, measureReplies } from './measure-replies.ts'
import { type MeasureTrips, measureTrips } from './measure-trips.ts'
import { type MeasureWebhooks, measureWebhooks } from './measure-webhooks.ts'
import { type OpenWidgets, openWidgets, type TellWidgets, tellWidgets } from './measure-widgets.ts'

/** What the load generator, a process of its own, can be asked for. */
export type Task =
  | DriveRequests
  | MeasureTrips
  | ListenAsClient
  | ListenAsBot
  | ListenAsCrm
  | MeasureWebhooks
  | MeasureCrmData
  | MeasureBotEvents
  | MeasureBotAnswers
  | MeasureReplies
  | OpenScreens
  | MeasureFanOut
  | OpenWidgets
  | TellWidgets
  | MeasureCrowd

function run(task: Task): Promise<unknown> {
  switch (task.kind) {
    case 'drive-requests':
      return driveRequests(task)
    case 'measure-trips':
      return measureTrips(task)
    case 'listen-as-client':
      return listenAsClient()
    case 'listen-as-bot':
      return listenAsBot()
    case 'listen-as-crm':
      return listenAsCrm()
    case 'measure-webhooks':
      return measureWebhooks(task)
    case 'measure-crm-data':
      return measureCrmData(task)
    case 'measure-bot-events':
      return measureBotEvents(task)
    case 'measure-bot-answers':
      return measureBotAnswers(task)
    case 'measure-replies':
      return measureReplies(task)
    case 'open-screens':
      return openScreens(task)
    case 'measure-fan-out':
      return measureFanOut(task)
    case 'open-widgets':
      return openWidgets(task)
    case 'tell-widgets':
      return tellWidgets(task)
    case 'measure-crowd':
      return measureCrowd(task)
  }
}

answerParent(run)
