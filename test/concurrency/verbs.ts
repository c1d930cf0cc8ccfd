import { operatorVerbs } from './operator-verbs.ts'
import { routingVerbs } from './routing-verbs.ts'
import type { Verbs } from './verb.ts'
import { visitorVerbs } from './visitor-verbs.ts'

/** Every verb that changes what others may be changing. A new one belongs into one of the three. */
export const verbs: Verbs = { ...visitorVerbs, ...operatorVerbs, ...routingVerbs }
