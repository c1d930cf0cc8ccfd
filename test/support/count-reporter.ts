import type { Reporter, TestModule } from 'vitest/node'

/** Ends the output with one line that a program can read: `N passed, N failed`. */
export class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    )
    const count = (state: string) => states.filter((each) => each === state).length
    // A file that does not load, a hook that throws and an error that nobody caught are failures without a test.
    const broken = modules.reduce((sum, module) => sum + errorsOutsideTests(module), errors.length)
    console.log(`${count('passed')} passed, ${count('failed') + broken} failed`)
  }
}

function errorsOutsideTests(module: TestModule): number {
  const suites = [...module.children.allSuites()]
  return [module, ...suites].reduce((sum, part) => sum + part.errors().length, 0)
}
