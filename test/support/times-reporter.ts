import type { Reporter, TestModule } from 'vitest/node'

/** Prints how long each test file took, slowest first, when all have run: `npm run test:times`. */
export default class TimesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = modules.map((module) => {
      const { collectDuration, duration } = module.diagnostic()
      const file = `${module.project.name} ${module.relativeModuleId}`
      return { file, total: collectDuration + duration, loading: collectDuration }
    })
    console.log('\n total  loading  file (seconds)')
    for (const { file, total, loading } of rows.toSorted((one, other) => other.total - one.total))
      console.log(`${seconds(total, 6)}  ${seconds(loading, 7)}  ${file}`)
    for (const name of new Set(modules.map(({ project }) => project.name))) {
      const sum = rows
        .filter(({ file }) => file.startsWith(`${name} `))
        .reduce((all, { total }) => all + total, 0)
      console.log(`${seconds(sum, 6)}  ${''.padStart(7)}  all of ${name}`)
    }
  }
}

function seconds(ms: number, width: number): string {
  return (ms / 1_000).toFixed(1).padStart(width)
}
