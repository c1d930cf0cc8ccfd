import { AppError } from '../../../errors.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import type { Outcome } from '../../../outbound/outcome.ts'
import { parseJson } from '../../../text/parse-json.ts'
import { type BotInbound, readBotEvent } from '../incoming/read-bot-event.ts'
import { storableJson } from './storable-json.ts'

/** An event in the body of an answer; null with a note when it could not be accepted. */
export interface AnsweredEvent {
  event: BotInbound | null
  body: Prisma.InputJsonValue
  note: string | null
}

/**
 * Reads an answer to B2: a body that is itself an event is processed as one (open points B). Null for any
 * other body. It belongs to the chat of the request, whatever it names.
 */
export function readAnswer({ answer, payload }: { answer: Outcome; payload: string }): AnsweredEvent | null {
  if (answer.kind === 'failed') return null
  const json = parseObject(answer.body)
  if (!json || typeof json.event !== 'string') return null
  const { chat_id, client_id } = JSON.parse(payload) as { chat_id: string; client_id: string }
  const body = storableJson(answer.body)
  const foreign = names(json.chat_id, chat_id) || (!json.chat_id && names(json.client_id, client_id))
  if (foreign) return { event: null, body, note: 'The event in the answer belongs to another conversation.' }
  try {
    return { event: readBotEvent({ ...json, chat_id, client_id }), body, note: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { event: null, body, note: `The event in the answer was not accepted: ${error.message}` }
  }
}

/** Whether it names something other than what was expected. */
function names(given: unknown, expected: unknown): boolean {
  if (given === undefined || given === null || given === '') return false
  return typeof given === 'object' || String(given).trim() !== String(expected)
}

function parseObject(text: string): globalThis.Record<string, unknown> | null {
  try {
    const json = parseJson(text)
    return typeof json === 'object' && json !== null && !Array.isArray(json)
      ? (json as globalThis.Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
