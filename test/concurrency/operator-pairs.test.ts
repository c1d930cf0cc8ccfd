import { operatorVerbs } from './operator-verbs.ts'
import { testPairs } from './test-pairs.ts'

testPairs(operatorVerbs)
