import { describe, expect, test } from 'vitest'
import { WaitMeter } from '../../server/rest/load-shedding/wait-meter.ts'

/** So many requests arrive at once, with their bodies. */
function begin(meter: WaitMeter, { many, now = 0 }: { many: number; now?: number }): void {
  for (let i = 0; i < many; i++) {
    meter.arrive(now)
    meter.begin(now)
  }
}

/** So many requests arrive at once, of which `perSecond` end in each second, one after the other, until `untilMs`. */
function workOff(meter: WaitMeter, { arrive, perSecond, untilMs }: Record<string, number>): void {
  begin(meter, { many: arrive ?? 0 })
  const gap = 1000 / (perSecond ?? 0)
  for (let now = gap; now <= (untilMs ?? 0); now += gap) meter.end(now, 0)
}

describe.each([true, false])('whether or not all are quick (%s)', (isAlwaysQuick) => {
  test('an idle process keeps nobody waiting', () => {
    expect(new WaitMeter({ isAlwaysQuick }).waitMs(10_000)).toBe(0)
  })

  test('a burst is not refused before it is known how quickly it is worked off', () => {
    const meter = new WaitMeter({ isAlwaysQuick })
    workOff(meter, { arrive: 900, perSecond: 100, untilMs: 900 })
    expect(meter.waitMs(999)).toBe(0)
  })

  test('a queue takes as long as it has requests, divided by how many end in a second', () => {
    const meter = new WaitMeter({ isAlwaysQuick })
    workOff(meter, { arrive: 900, perSecond: 100, untilMs: 1_000 })
    expect(meter.waitMs(1_000)).toBeGreaterThan(7_000)
    expect(meter.waitMs(1_000)).toBeLessThan(9_000)
  })

  test('a burst after a pause is not refused before it is known how quickly that one is worked off', () => {
    const meter = new WaitMeter({ isAlwaysQuick })
    workOff(meter, { arrive: 900, perSecond: 1_000, untilMs: 890 })
    begin(meter, { many: 800, now: 5_000 })
    expect(meter.waitMs(5_900)).toBe(0)
  })

  test('a queue that becomes slower takes as long as in its last two seconds', () => {
    const meter = new WaitMeter({ isAlwaysQuick })
    begin(meter, { many: 900, now: 1_000 })
    for (let now = 1_010; now <= 4_000; now += 10) meter.end(now, 1_000)
    for (let now = 4_100; now <= 7_000; now += 100) meter.end(now, 1_000)
    expect(meter.waitMs(7_000)).toBeGreaterThan(50_000)
    expect(meter.waitMs(7_000)).toBeLessThan(60_000)
  })

  test('a queue that is gone is forgotten at once', () => {
    const meter = new WaitMeter({ isAlwaysQuick })
    workOff(meter, { arrive: 900, perSecond: 450, untilMs: 1_990 })
    expect(meter.waitMs(1_990)).toBe(0)
  })

  test('many that wait for something else, while the others are quick, are no queue', () => {
    const meter = new WaitMeter({ isAlwaysQuick })
    begin(meter, { many: 500 })
    for (let now = 10; now < 3_000; now += 10) {
      begin(meter, { many: 1, now })
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
    begin(meter, { many: 64 })
    expect(meter.waitMs(3_000)).toBe(expected)
  },
)

test('what ended before there was a queue does not say how quickly it is worked off', () => {
  const meter = new WaitMeter({ isAlwaysQuick: true })
  for (let now = 0; now < 1_000; now += 10) {
    begin(meter, { many: 1, now })
    meter.end(now + 5, now)
  }
  begin(meter, { many: 64, now: 1_000 })
  expect(meter.waitMs(2_500)).toBe(1_500)
})

test('a few that stand still are no queue', () => {
  const meter = new WaitMeter({ isAlwaysQuick: true })
  begin(meter, { many: 63 })
  expect(meter.waitMs(5_000)).toBe(0)
  begin(meter, { many: 1, now: 5_000 })
  expect(meter.waitMs(5_900)).toBe(0)
})

test('requests count from their arrival, while their bodies are on their way', () => {
  const meter = new WaitMeter({ isAlwaysQuick: true })
  begin(meter, { many: 64 })
  for (let now = 0; now < 2_000; now += 10) meter.arrive(now)
  for (let now = 0; now < 2_000; now += 100) {
    begin(meter, { many: 1, now })
    meter.end(now + 50, 0)
  }
  // Ten end in a second; 64 are in hand, and the hundred or so of the last second.
  expect(meter.waitMs(2_000)).toBeGreaterThan(15_000)
})

test('requests whose senders are slow, or have gone, keep nobody waiting', () => {
  const meter = new WaitMeter({ isAlwaysQuick: true })
  for (let i = 0; i < 5_000; i++) meter.arrive(0)
  expect(meter.waitMs(1_500)).toBe(0)
  for (let i = 0; i < 5_000; i++) meter.arrive(2_000)
  for (let i = 0; i < 5_000; i++) meter.leave(2_000)
  expect(meter.waitMs(2_010)).toBe(0)
})

test('not even a burst may have more in hand than a slow machine works off in seconds', () => {
  const meter = new WaitMeter({ isAlwaysQuick: true })
  begin(meter, { many: 999 })
  expect(meter.waitMs(10)).toBe(0)
  begin(meter, { many: 1 })
  expect(meter.waitMs(10)).toBeGreaterThan(10_000)
})
