import type { Work } from '../../events/transact.ts'
import { departCalls } from './depart-calls.ts'
import { departChats } from './depart-chats.ts'
import { departObserved } from './depart-observed.ts'
import type { Departure } from './departure.ts'

/** Takes a user out of the chats and calls that they can no longer answer, so that no visitor waits for them in vain. */
export async function depart(work: Work, departure: Departure): Promise<void> {
  await departChats(work, departure)
  await departObserved(work, departure)
  await departCalls(work, departure)
}
