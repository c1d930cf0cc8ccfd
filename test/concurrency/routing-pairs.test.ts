import { routingVerbs } from './routing-verbs.ts'
import { testPairs } from './test-pairs.ts'

testPairs(routingVerbs)
