import { operatorVerbs } from './operator-verbs.ts'
import type { Verbs } from './verb.ts'
import { visitorVerbs } from './visitor-verbs.ts'

/** Every verb that changes what others may be changing. A new one belongs into one of the two. */
export const verbs: Verbs = { ...visitorVerbs, ...operatorVerbs }
