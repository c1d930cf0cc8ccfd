import type { CallState } from '../../../generated/prisma/client.ts'
import { STATUS_OF_STATE } from '../../calls/call-state.ts'

interface Earlier {
  agentId?: string | null
  call?: { type: string; status?: string }
}

const STATES = Object.keys(STATUS_OF_STATE) as CallState[]

/**
 * Reads `OutboxItem.data` that a process of the earlier version stored in the contract's words: an item can wait for
 * its first attempt during an update. When no such item is left, the next version need no longer do this.
 */
export function translateEarlierData(stored: unknown): unknown {
  const data = stored as Earlier | null
  if (!data || !('agentId' in data || data.call?.status)) return data
  const { agentId, call, ...same } = data
  return { ...same, operatorId: agentId, ...(call && { call: translateCall(call) }) }
}

function translateCall({ type, status, ...same }: Required<Earlier>['call']): object {
  const state = STATES.find((state) => STATUS_OF_STATE[state] === status)
  return { ...same, type: type.toUpperCase(), state }
}
