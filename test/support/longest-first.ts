import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take far longer than their size says. */
const LONG = /\/(\w+-pairs|accessibility|budget)\.test\.ts$/

/**
 * On a machine that has not run them before, Vitest begins with the largest files. The longest come before these: at the
 * end, one test process would run them while the other has nothing left to do.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    const isLong = ({ moduleId }: TestSpecification) => Number(LONG.test(moduleId))
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => groupOf(one) - groupOf(other) || isLong(other) - isLong(one))
  }
}
