import type { Services } from '../../server/services.ts'
import type { ChatState, World } from './world.ts'

type Touched = 'visitor' | 'chat' | 'operator' | 'channel' | 'department'

/** Something that changes what others may be changing. */
interface Verb {
  touches: readonly Touched[]
  /** The states of the guest's chat in which it has something to do. */
  when: readonly ChatState[]
  /** Makes, before either begins, what it needs besides. */
  prepare?(services: Services, world: World): Promise<unknown>
  run(services: Services, world: World): Promise<unknown>
}

export type Verbs = Record<string, Verb>

export const ANY = ['none', 'bot', 'waiting', 'active'] as const satisfies ChatState[]
export const OPEN = ['waiting', 'active'] as const satisfies ChatState[]
