import { testPairs } from './test-pairs.ts'
import { visitorVerbs } from './visitor-verbs.ts'

testPairs(visitorVerbs)
