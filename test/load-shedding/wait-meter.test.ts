import { describe, expect, test } from 'vitest'
import { WaitMeter } from '../../server/rest/load-shedding/wait-meter.ts'

/** So many requests arrive at once, of which `perSecond` end in each second, one after the other, until `untilMs`. */
function workOff(meter: WaitMeter, { arrive, perSecond, untilMs }: Record<string, number>): void {
  for (let i = 0; i < (arrive ?? 0); i++) meter.begin(0)
  const gap = 1000 / (perSecond ?? 0)
  for (let now = gap; now <= (untilMs ?? 0); now += gap) meter.end(now, 0)
}

describe.each([true, false])('whether or not all are quick (%s)', (isAlwaysQuick) => {
  test('an idle process keeps nobody waiting', () => {
    expect(new WaitMeter({ isAlwaysQuick }).waitMs(10_000)).toBe(0)
  })

  test('a burst is not refused before it is known how quickly it is worked off', () => {
    const meter = new WaitMeter({ isAlwaysQuick })
    workOff(meter, { arrive: 2_000, perSecond: 100, untilMs: 900 })
    expect(meter.waitMs(999)).toBe(0)
  })

  test('a queue takes as long as it has requests, divided by how many end in a second', () => {
    const meter = new WaitMeter({ isAlwaysQuick })
    workOff(meter, { arrive: 1_100, perSecond: 100, untilMs: 1_000 })
    expect(meter.waitMs(1_000)).toBeGreaterThan(9_000)
    expect(meter.waitMs(1_000)).toBeLessThan(11_000)
  })

  test('a queue that is gone is forgotten at once', () => {
    const meter = new WaitMeter({ isAlwaysQuick })
    workOff(meter, { arrive: 1_000, perSecond: 500, untilMs: 1_990 })
    expect(meter.waitMs(1_990)).toBe(0)
  })

  test('many that wait for something else, while the others are quick, are no queue', () => {
    const meter = new WaitMeter({ isAlwaysQuick })
    for (let i = 0; i < 500; i++) meter.begin(0)
    for (let now = 10; now < 3_000; now += 10) {
      meter.begin(now)
      meter.end(now + 5, now)
    }
    expect(meter.waitMs(3_000)).toBe(0)
  })
})

test.each([
  [true, 3_000],
  [false, 0],
])(
  'where all are quick (%s) and none ends, they have waited as long as there were many',
  (isAlwaysQuick, expected) => {
    const meter = new WaitMeter({ isAlwaysQuick })
    for (let i = 0; i < 64; i++) meter.begin(0)
    expect(meter.waitMs(3_000)).toBe(expected)
  },
)

test('a few that stand still are no queue', () => {
  const meter = new WaitMeter({ isAlwaysQuick: true })
  for (let i = 0; i < 63; i++) meter.begin(0)
  expect(meter.waitMs(5_000)).toBe(0)
})
