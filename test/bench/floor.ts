import { startChild } from './child.ts'
import type { FloorTask } from './floors/main.ts'

/** A bare program to compare with, in a process of its own. */
export interface Floor {
  origin: string
  stop(): Promise<void>
}

export async function startFloor(task: FloorTask): Promise<Floor> {
  const child = startChild('floors/main.ts')
  const port = await child.ask<number>(task)
  return { origin: `http://127.0.0.1:${port}`, stop: child.stop }
}
