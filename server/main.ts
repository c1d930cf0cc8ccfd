import { answerArguments } from './process/answer-arguments.ts'

const { answer, status } = answerArguments(process.argv.slice(2))
if (answer === undefined) {
  // Everything else is loaded only now: a question is answered at once.
  const { startSwitchboard } = await import('./start.ts')
  await startSwitchboard()
} else {
  if (status === 0) console.log(answer)
  else console.error(answer)
  process.exitCode = status
}
