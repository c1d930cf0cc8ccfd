import { checkNode } from '../process/check-node.ts'

const problem = checkNode()
if (problem === undefined) {
  // Loaded only now: an older Node cannot even load it.
  const { runAdmin } = await import('./run-admin.ts')
  await runAdmin()
} else {
  console.error(problem)
  process.exitCode = 1
}
