/** How long the processor works for this, in milliseconds, whatever else the machine does meanwhile. */
export function processorMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
