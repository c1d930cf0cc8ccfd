import { answerArguments } from './process/answer-arguments.ts'
import { checkNode } from './process/check-node.ts'

const { answer, status } = answerArguments(process.argv.slice(2))
const problem = answer === undefined ? checkNode() : undefined
if (answer === undefined && problem === undefined) {
  // Everything else is loaded only now: a question is answered at once.
  const { startSwitchboard } = await import('./start.ts')
  await startSwitchboard()
} else if (answer !== undefined && status === 0) {
  console.log(answer)
} else {
  console.error(problem ?? answer)
  process.exitCode = 1
}
