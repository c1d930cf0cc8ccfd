import type { SpawnedSwitchboard } from './spawn-switchboard.ts'

/** The path of A2 of the first start's channel, as whoever runs it finds it out. */
export async function demoChannelPath({ admin }: SpawnedSwitchboard): Promise<string> {
  const path = /\/channel\/\S+/.exec(await admin('list-channels'))?.[0]
  if (!path) throw new Error('there is no channel')
  return path
}
