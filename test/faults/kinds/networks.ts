import type { Node } from '../machines/cluster.ts'
import type { Relay } from '../machines/relay.ts'
import { type Fault, lastSome } from './fault.ts'

const between = (
  name: string,
  relayOf: (node: Node) => Relay,
  spoil: 'cut' | 'hold',
  [low, high]: [number, number],
): Fault => ({
  name,
  async run({ cluster: { nodes }, random }) {
    const victims = random.next() < 0.3 ? nodes : [random.oneOf(nodes)]
    for (const node of victims) relayOf(node)[spoil]()
    const seconds = await lastSome(random, low, high)
    for (const node of victims) relayOf(node).mend()
    return `${victims.map((node) => node.process.name)}, for ${seconds} s`
  },
})

/** The machine of a store is gone without a word, and another one has its address: only new connections work. */
const vanish = (name: string, relayOf: (node: Node) => Relay): Fault => ({
  name,
  async run({ cluster: { nodes }, random }) {
    const victims = random.next() < 0.3 ? nodes : [random.oneOf(nodes)]
    for (const node of victims) relayOf(node).vanish()
    return victims.map((node) => node.process.name).join(', ')
  },
})

const unplug: Fault = {
  name: 'unplug',
  obstacle: ({ cluster }) =>
    cluster.network.canUnplug ? null : 'it takes root on Linux, iproute2 and network namespaces',
  async run({ cluster: { network, nodes }, random }) {
    const { number, process } = random.oneOf(nodes)
    network.unplug(number)
    const seconds = await lastSome(random, 3, 20)
    network.plugIn(number)
    return `${process.name}, for ${seconds} s`
  },
}

/** Networks between processes and stores, or everything, that fail. */
export const networkFaults: Fault[] = [
  between('cut-postgres', (node) => node.toPostgres, 'cut', [2, 10]),
  between('hold-postgres', (node) => node.toPostgres, 'hold', [3, 20]),
  between('cut-redis', (node) => node.toRedis, 'cut', [2, 10]),
  between('hold-redis', (node) => node.toRedis, 'hold', [3, 20]),
  vanish('vanish-postgres', (node) => node.toPostgres),
  vanish('vanish-redis', (node) => node.toRedis),
  unplug,
]
