import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { paths } from '../../server/paths.ts'
import { isFresh, markBuilt } from '../../tools/build/freshness.mjs'

test('what was built quickly for a start is built again for a release, and not the other way round', () => {
  const step = {
    ...{ name: 'step-of-a-test', groups: [], inputs: [], outputs: [] },
    ...{ canBeQuick: true, run: () => {} },
  }
  onTestFinished(() => rmSync(join(paths.root, 'dist/.built', step.name), { force: true }))
  const isBuilt = () => ({ start: isFresh(step, { quick: true }), release: isFresh(step, { quick: false }) })

  expect(isBuilt()).toEqual({ start: false, release: false })
  markBuilt(step, { startedAt: new Date(), quick: true })
  expect(isBuilt()).toEqual({ start: true, release: false })
  markBuilt(step, { startedAt: new Date(), quick: false })
  expect(isBuilt()).toEqual({ start: true, release: true })
})
